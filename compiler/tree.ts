import findMyWay from 'find-my-way';
import type { Finder, LeafSpec } from './finder.js';
import type { Segment } from './shape.js';

/**
 * The find-my-way tree, compiled by it to straight-line code. It is a filter over the raw path, never the judge:
 * parameter names are synthetic, nothing is decoded, and parameters may be of any length.
 */
export class TreeFinder<T extends object> implements Finder<T> {
  readonly #tree: CompiledTree;

  constructor(leaves: readonly LeafSpec<T>[]) {
    const tree = findMyWay({
      caseSensitive: true,
      maxParamLength: Number.MAX_SAFE_INTEGER,
      querystringParser: ignoreQuery,
    });
    for (const { segments, wild, leaf } of leaves)
      tree.on('GET', treePath(segments, wild), ignoreRequest, leaf);
    this.#tree = (tree as unknown as CompiledTree).compile();
  }

  find(key: string, encoded: boolean): T | null {
    // A percent sign that stands for itself: find-my-way leaves `%25` alone in text and decodes nothing else.
    const raw = encoded ? key.replaceAll('%', '%25') : key;
    const found = this.#tree.find('GET', raw);
    return found === null ? null : (found.store as T);
  }
}

/** The part of find-my-way that is used here; its own declarations do not know `compile` yet. */
interface CompiledTree {
  compile(): CompiledTree;
  find(method: 'GET', path: string): { store: unknown } | null;
}

/** find-my-way builds its functions from text; where that is not allowed it cannot be used at all. */
export const canGenerateCode: boolean = (() => {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
})();

function treePath(segments: readonly Segment[], wild: boolean): string {
  let path = '';
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    path += segment === null || segment === undefined ? `/:p${i}` : `/${segment.replaceAll(':', '::')}`;
  }
  if (wild) return `${path}/*`;
  return path === '' ? '/' : path;
}

function ignoreQuery(): Record<string, never> {
  return NO_QUERY;
}

const NO_QUERY = {};

function ignoreRequest(): void {}
