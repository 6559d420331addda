// The versions of the libraries that 4.x is built on, with the types of the current ones.
declare module 'accepts-v1' {
  import accepts from 'accepts';
  export default accepts;
}

declare module 'content-disposition-v0' {
  export default function contentDisposition(filename?: string, options?: object): string;
}

declare module 'content-type-v1' {
  interface ContentType {
    type: string;
    parameters: Record<string, string>;
  }
  export function parse(header: string): ContentType;
  export function format(type: ContentType): string;
}

declare module 'fresh-v0' {
  import fresh from 'fresh';
  export default fresh;
}

declare module 'qs-v6.16' {
  import qs from 'qs';
  export default qs;
}

declare module 'range-parser-v1.2' {
  import parseRange from 'range-parser';
  export default parseRange;
}

declare module 'send-v0' {
  import send from 'send';

  export default send;
}

declare module 'mime' {
  const mime: {
    readonly types: Record<string, string>;
    readonly extensions: Record<string, string>;
    lookup(pathOrExtension: string): string;
    charsets: { lookup(type: string): string | undefined };
  };
  export default mime;
}

declare module 'mime-v1.3' {
  import mime16 from 'mime';

  type Lookup = (path: string, fallback?: string) => string;
  const mime: typeof mime16 & { readonly Mime: { prototype: { lookup: Lookup } } };
  export default mime;
}

declare module 'iconv-lite-v0' {
  export { default } from 'iconv-lite';
}

declare module 'type-is-v1' {
  import typeIs from 'type-is';
  export default typeIs;
}

declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';
  export default function onHeaders(res: ServerResponse, listener: (this: ServerResponse) => void): void;
}
