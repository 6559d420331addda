import { runInNewContext } from 'node:vm';

/**
 * Whether a function is one of Node's own, and not a wrapper that somebody installed before maglev was loaded: its whole
 * text stands in the source of that module of Node's. The text of a wrapper does not, whatever words it uses, unless it
 * was copied from there for that purpose.
 */
export function isNodeFunction(fn: unknown, module: string): boolean {
  sourceOf ??= runInNewContext('Function.prototype.toString') as () => string;
  return typeof fn === 'function' && Boolean(sourcesOfNode()?.[module]?.includes(sourceOf.call(fn)));
}

/** Held weakly: they are some 5 to 11 MB, and asked for at a few moments only. */
let sources: WeakRef<Record<string, string>> | null | undefined;
/** That of another realm: the one of this realm may be a wrapper as well. */
let sourceOf: (() => string) | undefined;

function sourcesOfNode(): Record<string, string> | null {
  const known = sources?.deref();
  if (known !== undefined || sources === null) return known ?? null;
  const read = readSources();
  sources = read && new WeakRef(read);
  return read;
}

/** The sources of Node's modules; null where Node does not give them away, or would warn about it. */
function readSources(): Record<string, string> | null {
  const { NODE_OPTIONS = '', NODE_PENDING_DEPRECATION } = process.env;
  const flags = [...process.execArgv, NODE_OPTIONS].join(' ');
  if (NODE_PENDING_DEPRECATION === '1' || flags.includes('--pending-deprecation')) return null;
  try {
    return (process as unknown as { binding(name: string): any }).binding('natives');
  } catch {
    return null;
  }
}
