import type { LayerRecord, Matchable, TableRecord } from './ir.js';
import { RepeatedMounts } from './repeated.js';

/** One row in a list of routes. */
export interface ListedLayer {
  /** Uppercase methods of a route, `ALL` for all of them, `USE` for middleware and mounts. */
  readonly methods: readonly string[];
  /** The full path from the root, as registered. */
  readonly path: string;
  /** The name given to the route, or that of its function. */
  readonly name: string;
  /** `file:line` where it was registered, if sources were recorded. */
  readonly source: string | null;
  /** The number of routers that it is nested in. */
  readonly depth: number;
}

/** Returns the columns that a layer's record does not have. */
export type DescribeLayer<L> = (layer: L) => Pick<ListedLayer, 'name' | 'source'>;

/** A table and everything mounted in it, in the order in which layers are tried, within the limits of `RepeatedMounts`. */
export function listLayers<L extends Matchable>(
  table: TableRecord<L>,
  describe: DescribeLayer<L>,
): ListedLayer[] {
  const rows: ListedLayer[] = [];
  const repeated = new RepeatedMounts(table, MAX_REPEATED, 0);
  /** From the root to the router that is being listed. */
  const routers = [{ table, prefix: '', next: 0 }];
  while (routers.length > 0) {
    const router = routers.at(-1)!;
    const record = router.table.layers[router.next++];
    if (record === undefined) {
      routers.pop();
      continue;
    }
    const path = joinPaths(router.prefix, pathText(record.path));
    rows.push({ methods: methodsOf(record), path, depth: routers.length - 1, ...describe(record.layer) });
    if (record.mount !== null && repeated.admit(record.mount))
      routers.push({ table: record.mount, prefix: path, next: 0 });
  }
  return rows;
}

/** How many layers of routers that are mounted again are listed. */
const MAX_REPEATED = 10_000;
const MAX_LISTED_METHODS = 20;

export function methodsOf({ methods }: Pick<LayerRecord, 'methods'>): readonly string[] {
  if (methods === null) return ['USE'];
  return methods === '*' || methods.length > MAX_LISTED_METHODS ? ['ALL'] : methods;
}

/** A registered path as one line of text. */
export function pathText(path: unknown): string {
  if (Array.isArray(path)) return `(${path.map(pathText).join('|')})`;
  return path === undefined ? '(own)' : String(path);
}

/** The full path of a layer in a router that is mounted at `prefix`. */
export function joinPaths(prefix: string, path: string): string {
  const head = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  return path === '/' && head !== '' ? head : head + path;
}
