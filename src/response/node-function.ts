import { runInNewContext } from 'node:vm';

/**
 * Whether a function is one of Node's own, and not a wrapper that somebody installed before maglev was loaded: its whole
 * text stands in the source of that module of Node's. The text of a wrapper does not, whatever words it uses, unless it
 * was copied from there for that purpose.
 */
export function isNodeFunction(fn: unknown, module: string): boolean {
  if (sources === undefined) {
    sources = readSources();
    sourceOf = runInNewContext('Function.prototype.toString');
  }
  return typeof fn === 'function' && Boolean(sources?.[module]?.includes(sourceOf.call(fn)));
}

let sources: Record<string, string> | null | undefined;
/** That of another realm: the one of this realm may be a wrapper as well. */
let sourceOf: () => string;

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
