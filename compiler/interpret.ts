import type { LayerRecord, Matchable, TableRecord } from './ir.js';

/** Why a layer runs for a request. */
export type Why =
  /** Known at compile time to match every path of the leaf. */
  | 'certain'
  /** Can match some paths of the leaf: its matcher is called. */
  | 'needs-match'
  /** A RegExp, or a path that the compiler cannot read: its matcher is called for every request. */
  | 'regexp-only'
  /** The whole table is scanned for this path. */
  | 'scanned';

/** A layer that runs for a request, unless an earlier one ends it. */
export interface Step<L extends Matchable = Matchable> {
  readonly layer: L;
  readonly record: LayerRecord<L>;
  /** Position in its router's stack. */
  readonly index: number;
  readonly why: Why;
  /** The path relative to the layer's router, and the part of it that the layer matched. */
  readonly path: string;
  readonly matched: string;
  /** The layers that run inside the router mounted here. */
  readonly inner: readonly Step<L>[] | null;
}

/**
 * The reference for tests, and for `explain` where a table is scanned: calls the matcher of every layer in registration
 * order, as Express does. A compiled program must give the same layers for every path.
 */
export function interpret<L extends Matchable>(
  table: TableRecord<L>,
  method: string,
  path: string,
): Step<L>[] {
  const steps: Step<L>[] = [];
  /** The routers that the path is in, from the root to the innermost. */
  const routers = [{ table, path, steps, next: 0 }];
  while (routers.length > 0) {
    const router = routers.at(-1)!;
    const index = router.next++;
    const record = router.table.layers[index];
    if (record === undefined) {
      routers.pop();
      continue;
    }
    const matched = takesMethod(record, method) ? matchLayer(router.table, record, router.path) : null;
    if (matched === null) continue;
    const { layer, mount } = record;
    const inner: Step<L>[] | null = mount === null ? null : [];
    router.steps.push({ layer, record, index, why: 'scanned', path: router.path, matched, inner });
    if (mount !== null) {
      routers.push({ table: mount, path: pathInsideMount(router.path, matched), steps: inner!, next: 0 });
    }
  }
  return steps;
}

/** Whether a layer can run for a method: middleware always, a route if it has a handler for the method. */
export function takesMethod(record: LayerRecord, method: string): boolean {
  const { methods } = record;
  if (methods === null || methods === '*' || methods.includes(method)) return true;
  return method === 'HEAD' && methods.includes('GET');
}

/** Calls a layer's `match` and restores the layer. Returns what it matched; null if it does not match or cannot decode the path. */
export function matchLayer<L extends Matchable>(
  table: Pick<TableRecord<L>, 'dialect'>,
  { layer, methods }: Pick<LayerRecord<L>, 'layer' | 'methods'>,
  path: string,
): string | null {
  const before = { ...layer };
  try {
    if (layer.match(path) !== true) return null;
    const matched = layer.path ?? '';
    return methods !== null || isPrefix(matched, path, table) ? matched : null;
  } catch {
    return null;
  } finally {
    Object.assign(layer, before);
  }
}

/** Middleware runs only if it matched a prefix of the path, followed by a character that may follow a mount. */
function isPrefix(matched: string, path: string, table: Pick<TableRecord, 'dialect'>): boolean {
  const following = path[matched.length];
  if (matched === '' || following === undefined) return path.startsWith(matched);
  return path.startsWith(matched) && table.dialect.mountEnds.includes(following);
}

/** The path relative to a mounted router. */
export function pathInsideMount(path: string, matched: string): string {
  return path.slice(matched.length) || '/';
}
