import qs from 'qs';
import type { MatchOptions, TableRecord } from '../../compiler/ir.js';
import type { Line } from '../lines/line.js';
import type { LayerLike } from './layer.js';
import { countNamings, nameOf } from './names.js';
import { isCurrent, type Part, type Table } from './table.js';
import { fill, type Template, type Values } from './template.js';

/** One of the layers that lead to a route: the mounts, then the route itself. */
interface Step {
  readonly line: Line;
  readonly path: unknown;
  readonly options: MatchOptions;
}

/** A route that has a name. */
interface Place {
  readonly steps: readonly Step[];
  templates?: readonly Template[];
}

/** The names below a table, as long as nothing there changes. */
interface Directory {
  readonly places: ReadonlyMap<string, Place>;
  readonly parts: readonly Part[];
  readonly namings: number;
}

const directories = new WeakMap<Table, Directory>();

/** The address of a route: its path from this table on, filled in, and a query. */
export function buildUrl(table: Table, name: string, values: Values = {}, query?: unknown): string {
  const { places } = directoryOf(table);
  const place = places.get(name);
  if (place === undefined) {
    const others = [...places.keys()].map(quote).join(', ');
    throw new Error(
      `There is no route named ${quote(name)}; ${others ? `there are ${others}` : 'no route has a name'}`,
    );
  }
  try {
    place.templates ??= place.steps.map(templateOf);
    return fillPath(place, values) + search(query);
  } catch (error) {
    throw new TypeError(`${quote(name)} (${pathOf(place)}): ${(error as Error).message}`);
  }
}

function directoryOf(table: Table): Directory {
  const known = directories.get(table);
  if (known?.namings === countNamings() && known.parts.every(isCurrent)) return known;
  const places = new Map<string, Place>();
  const parts = new Map<object, Part>();
  collect(table.record(), places, parts);
  const directory = { places, parts: [...parts.values()], namings: countNamings() };
  directories.set(table, directory);
  return directory;
}

/** In the order in which layers are tried, so that of several routes with a name the first has it. */
function collect(root: TableRecord<LayerLike>, places: Map<string, Place>, parts: Map<object, Part>): void {
  /** The mounts that lead to where the walk is. */
  const above: Step[] = [];
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
      open.push({ record: mount, next: 0 });
      above.push(step);
    } else if (name !== undefined && !places.has(name)) {
      places.set(name, { steps: [...above, step] });
    }
  }
}

function templateOf({ line, path, options }: Step): Template {
  // Of several paths the first that is one: they lead to the same handlers.
  const text = [path].flat(Number.POSITIVE_INFINITY).find((one) => typeof one === 'string');
  if (text === undefined)
    throw new Error(`an address cannot be made of ${show(path)}, only of a path that is a text`);
  const template = line.readTemplate(text as string, options);
  if (template === null)
    throw new Error(`an address cannot be made of ${show(text)}, which is a regular expression in parts`);
  return template;
}

function fillPath({ steps, templates }: Place, values: Values): string {
  const missing = new Set<string>();
  const texts = templates!.map(({ parts }) => fill(parts, values, missing));
  if (missing.size > 0) {
    const given = Object.keys(values).join(', ') || 'none';
    throw new TypeError(`missing parameters: ${[...missing].join(', ')}; given: ${given}`);
  }
  texts.forEach((text, i) => {
    if (templates![i]!.matches(text || '/')) return;
    throw new TypeError(`the values make ${text}, which ${show(steps[i]!.path)} does not match`);
  });
  return checked(texts.reduce(join, ''));
}

function join(head: string, text: string): string {
  const path = head.endsWith('/') ? head.slice(0, -1) : head;
  return text === '/' && path !== '' ? path : path + text;
}

/** Clients take two slashes at the beginning for a host, and remove segments of dots. */
function checked(path: string): string {
  if (path.startsWith('//') || /(?:^|\/)\.\.?(?:\/|$)/.test(path)) {
    throw new TypeError(`the values make ${path}, which would lead elsewhere`);
  }
  return path || '/';
}

function search(query: unknown): string {
  if (query === undefined || query === null) return '';
  const isText = typeof query === 'string' || query instanceof URLSearchParams;
  const text = isText ? String(query).replace(/^\?/, '') : qs.stringify(query, { arrayFormat: 'repeat' });
  return text === '' ? '' : `?${text}`;
}

function pathOf({ steps }: Place): string {
  return steps.map(({ path }) => show(path)).reduce(join, '');
}

function show(path: unknown): string {
  return Array.isArray(path) ? `(${path.map(show).join('|')})` : String(path);
}

function quote(name: unknown): string {
  return typeof name === 'string' ? JSON.stringify(name) : String(name);
}
