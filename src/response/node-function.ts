/**
 * Whether a function is Node's own, and not a wrapper that an agent installed before maglev was loaded. `word` occurs in
 * the source of Node's function only.
 */
export function isNodeFunction(fn: unknown, word: string): boolean {
  return typeof fn === 'function' && Function.prototype.toString.call(fn).includes(word);
}
