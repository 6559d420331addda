import type { LayerRecord, Matchable, TableRecord } from './ir.js';

/** One line of a route table. */
export interface ListedLayer {
  /** Uppercase methods of a route, `ALL` for all of them, `USE` for middleware and mounts. */
  readonly methods: readonly string[];
  /** The whole path from the root, as registered. */
  readonly path: string;
  /** That of the route, if it was given one, or else of its function. */
  readonly name: string;
  /** `file:line` where it was registered, if that was watched. */
  readonly source: string | null;
  /** How many routers it is mounted in. */
  readonly depth: number;
}

/** What a listing cannot see in a record. */
export type About<L> = (layer: L) => Pick<ListedLayer, 'name' | 'source'>;

/** A table and all that is mounted in it, in the order in which layers are tried. */
export function list<L extends Matchable>(table: TableRecord<L>, about: About<L>): ListedLayer[] {
  const rows: ListedLayer[] = [];
  /** From the root to the router that is being listed. */
  const open = [{ table, prefix: '', next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const record = router.table.layers[router.next++];
    if (record === undefined) {
      open.pop();
      continue;
    }
    const path = join(router.prefix, pathText(record.path));
    rows.push({ methods: methodsOf(record), path, depth: open.length - 1, ...about(record.layer) });
    if (record.mount !== null) open.push({ table: record.mount, prefix: path, next: 0 });
  }
  return rows;
}

const MANY = 20;

export function methodsOf({ methods }: Pick<LayerRecord, 'methods'>): readonly string[] {
  if (methods === null) return ['USE'];
  return methods === '*' || methods.length > MANY ? ['ALL'] : methods;
}

/** A path as it was registered, in one line. */
export function pathText(path: unknown): string {
  if (Array.isArray(path)) return `(${path.map(pathText).join('|')})`;
  return path === undefined ? '(own)' : String(path);
}

/** The whole path of something in a router that is mounted at `prefix`. */
export function join(prefix: string, path: string): string {
  const head = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  return path === '/' && head !== '' ? head : head + path;
}
