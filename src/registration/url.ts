import qs from 'qs';
import type { MatchOptions, TableRecord } from '../../compiler/ir.js';
import { joinPaths } from '../../compiler/listing.js';
import type { LayerLike } from '../contracts/layer.js';
import type { Line } from '../lines/line.js';
import { countNameChanges, nameOf } from './names.js';
import { type CompiledTable, isCurrent, type Table } from './table.js';
import { fillParts, type Template, type Values } from './template.js';

/** A layer on the way to a route: a mount, or the route itself. */
interface PathStep {
  readonly line: Line;
  readonly path: unknown;
  readonly options: MatchOptions;
}

interface NamedRoute {
  readonly steps: readonly PathStep[];
  templates?: readonly Template[];
}

/** The names below a table, valid while nothing there changes. */
interface NameIndex {
  readonly routes: ReadonlyMap<string, NamedRoute>;
  readonly parts: readonly CompiledTable[];
  readonly nameChanges: number;
}

const nameIndexes = new WeakMap<Table, NameIndex>();

/** The URL of a route: its path relative to this table, filled in, and a query. */
export function buildUrl(table: Table, name: string, values: Values = {}, query?: unknown): string {
  const { routes } = nameIndexOf(table);
  const route = routes.get(name);
  if (route === undefined) {
    const others = [...routes.keys()].map(quote).join(', ');
    throw new Error(
      `There is no route named ${quote(name)}; ${others ? `there are ${others}` : 'no route has a name'}`,
    );
  }
  try {
    route.templates ??= route.steps.map(templateOf);
    return fillPath(route, values) + formatQuery(query);
  } catch (error) {
    throw new TypeError(`${quote(name)} (${pathOf(route)}): ${(error as Error).message}`);
  }
}

function nameIndexOf(table: Table): NameIndex {
  const known = nameIndexes.get(table);
  if (known?.nameChanges === countNameChanges() && known.parts.every(isCurrent)) return known;
  const routes = new Map<string, NamedRoute>();
  const parts = new Map<object, CompiledTable>();
  collectNames(table.record(), routes, parts);
  const index = { routes, parts: [...parts.values()], nameChanges: countNameChanges() };
  nameIndexes.set(table, index);
  return index;
}

/** In the order in which layers are tried: if several routes have the same name, the first is used. */
function collectNames(
  root: TableRecord<LayerLike>,
  routes: Map<string, NamedRoute>,
  parts: Map<object, CompiledTable>,
): void {
  /** The mounts from the root to the current router. */
  const above: PathStep[] = [];
  const open = [{ record: root, next: 0 }];
  while (open.length > 0) {
    const router = open.at(-1)!;
    const { owner, version, layers } = router.record;
    const table = owner as Table;
    if (router.next === 0) parts.set(table, { table, version, length: layers.length });
    const layer = layers[router.next++];
    if (layer === undefined) {
      open.pop();
      above.pop();
      continue;
    }
    const { path, options, mount } = layer;
    const name = layer.layer.route ? nameOf(layer.layer.route) : undefined;
    const step = { line: table.line, path, options };
    if (mount !== null) {
      // A router that is mounted a second time has the names that were found at its first mount.
      if (parts.has(mount.owner)) continue;
      open.push({ record: mount, next: 0 });
      above.push(step);
    } else if (name !== undefined && !routes.has(name)) {
      routes.set(name, { steps: [...above, step] });
    }
  }
}

function templateOf({ line, path, options }: PathStep): Template {
  // The first string of an array of paths, which all lead to the same handlers.
  const text = [path].flat(Number.POSITIVE_INFINITY).find((one) => typeof one === 'string');
  if (text === undefined)
    throw new Error(`a URL cannot be built from ${formatPath(path)}, only from a path that is a string`);
  const template = line.readTemplate(text as string, options);
  if (template === null)
    throw new Error(`a URL cannot be built from ${formatPath(text)}, which contains regular expressions`);
  return template;
}

function fillPath({ steps, templates }: NamedRoute, values: Values): string {
  const missing = new Set<string>();
  const texts = templates!.map(({ parts }) => fillParts(parts, values, missing));
  if (missing.size > 0) {
    const given = Object.keys(values).join(', ') || 'none';
    throw new TypeError(`missing parameters: ${[...missing].join(', ')}; given: ${given}`);
  }
  texts.forEach((text, i) => {
    if (templates![i]!.matches(text || '/')) return;
    throw new TypeError(`the values result in ${text}, which ${formatPath(steps[i]!.path)} does not match`);
  });
  return rejectUnsafePath(texts.reduce(joinPaths, ''));
}

/** Clients read two leading slashes as a host, and resolve `.` and `..` segments. */
function rejectUnsafePath(path: string): string {
  if (path.startsWith('//') || /(?:^|\/)\.\.?(?:\/|$)/.test(path)) {
    throw new TypeError(`the values result in ${path}, which clients would resolve to another URL`);
  }
  return path || '/';
}

function formatQuery(query: unknown): string {
  if (query === undefined || query === null) return '';
  const isText = typeof query === 'string' || query instanceof URLSearchParams;
  const text = isText ? String(query).replace(/^\?/, '') : qs.stringify(query, { arrayFormat: 'repeat' });
  return text === '' ? '' : `?${text}`;
}

function pathOf({ steps }: NamedRoute): string {
  return steps.map(({ path }) => formatPath(path)).reduce(joinPaths, '');
}

function formatPath(path: unknown): string {
  return Array.isArray(path) ? `(${path.map(formatPath).join('|')})` : String(path);
}

function quote(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name) : String(name);
}
