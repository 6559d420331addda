/**
 * Whether a function is the one that Node came with: whoever was there before us may have put another in its place, to see
 * all calls. `word` is one that only Node's own text has.
 */
export function isNodes(fn: unknown, word: string): boolean {
  return typeof fn === 'function' && Function.prototype.toString.call(fn).includes(word);
}
