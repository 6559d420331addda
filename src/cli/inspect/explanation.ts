import { matchLayer, pathInsideMount, type Step, takesMethod } from '../../../compiler/interpret.js';
import type { LayerRecord, TableRecord } from '../../../compiler/ir.js';
import { pathText } from '../../../compiler/listing.js';
import { handlersOf, nameOfLayer, sourceOfLayer } from './facts.js';
import type { ExplanationView, Params, RoutePlace, StepView, Undecodable } from './inspection.js';

interface RequestInput {
  readonly method: string;
  readonly path: string;
}

/** Explains a request to an application, as plain data. */
export function explainRequest(
  app: any,
  record: TableRecord,
  { method, path }: RequestInput,
): ExplanationView {
  const { leaf, reason, steps } = app.explain(method, path);
  return {
    method,
    path,
    leaf,
    reason,
    steps: stepViews(steps),
    undecodable: findUndecodable(record, path),
    otherMethods: otherMethods(app, record, method, path),
  };
}

function stepViews(steps: readonly Step[]): StepView[] {
  const views: StepView[] = [];
  const open = [{ steps, number: '', key: '', inherited: {} as Params, next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const step = router.steps[router.next++];
    if (step === undefined) {
      open.pop();
      continue;
    }
    const number = `${router.number}${router.next}`;
    const key = `${router.key}${step.index}`;
    const params = { ...router.inherited, ...paramsOf(step.record, step.path) };
    views.push({ ...stepView(step), number, key, params, depth: open.length - 1 });
    if (step.inner === null) continue;
    const { mergeParams } = (step.layer as { handle?: { mergeParams?: boolean } }).handle ?? {};
    const inherited = mergeParams ? params : {};
    open.push({ steps: step.inner, number: `${number}.`, key: `${key}.`, inherited, next: 0 });
  }
  return views;
}

function stepView({
  layer,
  record,
  index,
  why,
  matched,
  inner,
}: Step): Omit<StepView, 'number' | 'key' | 'params' | 'depth'> {
  const handlers = handlersOf(layer);
  return {
    mount: inner !== null,
    index,
    methods: record.methods,
    path: pathText(record.path),
    name: nameOfLayer(layer),
    handler: record.methods === null ? '' : (handlers.at(-1)?.name ?? ''),
    arity: handlers.at(-1)?.arity ?? 0,
    source: sourceOfLayer(layer),
    why,
    matched,
    forErrors: record.methods === null && record.mount === null && handlers[0]?.arity === 4,
  };
}

/** The parameters that a layer extracts from a path. */
function paramsOf({ layer }: LayerRecord, path: string): Params {
  const before = { ...layer };
  try {
    return layer.match(path) === true ? ({ ...layer.params } as Params) : {};
  } catch {
    return {};
  } finally {
    Object.assign(layer, before);
  }
}

/** The first layer, of any method, that has to decode a part of the path and cannot: Express then continues with an error. */
function findUndecodable(root: TableRecord, path: string): Undecodable | null {
  if (!path.includes('%')) return null;
  const open = [{ table: root, path, key: '', next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const index = router.next++;
    const record = router.table.layers[index];
    if (record === undefined) {
      open.pop();
      continue;
    }
    const key = `${router.key}${index}`;
    const message = complaintOf(record, router.path);
    if (message !== null) return { key, message, ...placeOf(record) };
    const matched = record.mount === null ? null : matchLayer(router.table, record, router.path);
    if (matched === null) continue;
    open.push({ table: record.mount!, path: pathInsideMount(router.path, matched), key: `${key}.`, next: 0 });
  }
  return null;
}

/** The error that a layer throws for a path. */
function complaintOf({ layer }: LayerRecord, path: string): string | null {
  const before = { ...layer };
  try {
    layer.match(path);
    return null;
  } catch (error: any) {
    return error?.status === 400 ? String(error.message) : null;
  } finally {
    Object.assign(layer, before);
  }
}

function placeOf({ layer, methods, path }: LayerRecord): RoutePlace {
  return { methods, path: pathText(path), source: sourceOfLayer(layer) };
}

/** Routes for the path with other methods. */
function otherMethods(
  app: any,
  record: TableRecord,
  method: string,
  path: string,
): ExplanationView['otherMethods'] {
  const methods = new Set<string>();
  const tables = [record];
  for (const table of tables) {
    for (const layer of table.layers) {
      if (Array.isArray(layer.methods)) for (const one of layer.methods) methods.add(one);
      if (layer.mount && !tables.includes(layer.mount)) tables.push(layer.mount);
    }
  }
  const found = new Map<unknown, RoutePlace>();
  for (const other of methods) {
    if (other === method) continue;
    const open: (readonly Step[])[] = [app.explain(other, path).steps];
    for (let steps = open.pop(); steps !== undefined; steps = open.pop()) {
      for (const { layer, record: met, inner } of steps) {
        if (met.methods !== null && !takesMethod(met, method)) found.set(layer, placeOf(met));
        if (inner !== null) open.push(inner);
      }
    }
  }
  return [...found.values()];
}
