import mime from 'mime';

/** The one that send looks types up in. */
export { mime };

/** The default charset of a media type, which fewer types have than in 4.x. */
export function charsetOf(type: string): string | undefined {
  return /^text\//.test(type) ? 'UTF-8' : undefined;
}
