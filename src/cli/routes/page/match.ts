// Runs in the page. Computes from the data of a page what `app.explain()` computes for an application: which layers a request
// runs, in which order, and why. The tree finds the leaf, the leaf's list names the layers, and their expressions are tested.
import type { Why } from '../../../../compiler/interpret.js';
import type { IndexView, LeafView, NodeView } from '../../../../compiler/view.js';
import type { MatcherRegExp } from '../../inspect/inspection.js';
import type { PageData, PageLayer } from '../page-data.js';

/** The layers that a request runs. */
export interface Explanation {
  /** Null if every layer is tried in turn. */
  readonly leaf: string | null;
  readonly steps: readonly PageStep[];
}

export interface PageStep {
  readonly layer: PageLayer;
  /** The index of the layer in its table. */
  readonly index: number;
  readonly why: Why;
  /** The path that its router sees, and the part of it that the layer matches. */
  readonly path: string;
  readonly matched: string;
  readonly inner: readonly PageStep[] | null;
}

/** A leaf, and its place in the tree for display. */
interface Found {
  readonly leaf: LeafView;
  readonly name: string;
}

export function explainRequest(data: PageData, method: string, path: string): Explanation {
  const reading = readRequestPath(path);
  if (reading === null) return { leaf: null, steps: scanTable(data, 0, method, path) };
  const index = indexFor(data, reading.encoded ? '*' : method);
  const found = index && findLeaf(index.nodes, reading.segments);
  if (!found) return { leaf: 'no leaf', steps: [] };
  const list = found.leaf[reading.slashed ? 1 : 0];
  if (list === null) return { leaf: null, steps: scanTable(data, 0, method, path) };
  return { leaf: found.name, steps: followList(data, 0, list, method, path) };
}

/** Null for a path that is not looked up in the tree. */
function readRequestPath(path: string): { slashed: boolean; encoded: boolean; segments: string[] } | null {
  if (!path.startsWith('/') || path.includes('//') || !/^[!-"$-\x7f]*$/.test(path)) return null;
  const slashed = path.length > 1 && path.endsWith('/');
  const key = (slashed ? path.slice(1, -1) : path.slice(1)).toLowerCase();
  return { slashed, encoded: path.includes('%'), segments: key === '' ? [] : key.split('/') };
}

function indexFor({ indexes }: PageData, method: string): IndexView | undefined {
  return (
    indexes.find(({ methods }) => methods.includes(method)) ??
    indexes.find(({ methods }) => methods.includes('*'))
  );
}

/** A literal segment is preferred over any segment, and that over the rest of the path, from left to right. */
function findLeaf(nodes: readonly NodeView[], segments: readonly string[]): Found | null {
  // What is still to be tried, the best candidate last.
  const open = [{ node: nodes[0]!, at: 0, name: '', wild: false }];
  while (open.length > 0) {
    const { node, at, name, wild } = open.pop()!;
    if (wild) return { leaf: node.wild!, name: `${name}/*` };
    if (at === segments.length) {
      if (node.leaf) return { leaf: node.leaf, name: name || '/' };
      continue;
    }
    if (node.wild) open.push({ node, at, name, wild: true });
    for (const wanted of [null, segments[at]!]) {
      const child = node.children.map((i) => nodes[i]!).find(({ segment }) => segment === wanted);
      if (child) open.push({ node: child, at: at + 1, name: `${name}/${wanted ?? ':'}`, wild: false });
    }
  }
  return null;
}

function followList(data: PageData, table: number, list: number, method: string, path: string): PageStep[] {
  const { layers, mountEnds } = data.tables[table]!;
  return data.lists[list]!.flatMap(([index, certainty, inner]): PageStep[] => {
    const layer = layers[index]!;
    const matched = testLayer(layer, method, path, mountEnds);
    if (matched === null) return [];
    const rest = path.slice(matched.length) || '/';
    const why = certainty !== 0 ? 'certain' : layer.regexpOnly ? 'regexp-only' : 'needs-match';
    let within: PageStep[] | null = null;
    if (inner !== null) within = followList(data, layer.mount!, inner, method, rest);
    else if (layer.mount !== null) within = scanTable(data, layer.mount, method, rest);
    return [{ layer, index, why, path, matched, inner: within }];
  });
}

/** Tries every layer in turn, as Express does. */
function scanTable(data: PageData, table: number, method: string, path: string): PageStep[] {
  const { layers, mountEnds } = data.tables[table]!;
  return layers.flatMap((layer, index): PageStep[] => {
    const matched = testLayer(layer, method, path, mountEnds);
    if (matched === null) return [];
    const rest = path.slice(matched.length) || '/';
    const inner = layer.mount === null ? null : scanTable(data, layer.mount, method, rest);
    return [{ layer, index, why: 'scanned', path, matched, inner }];
  });
}

/** The part of a path that a layer matches, or null if it does not match. */
function testLayer(layer: PageLayer, method: string, path: string, mountEnds: string): string | null {
  if (!handlesMethod(layer, method)) return null;
  const matched = matchOf(layer, path);
  if (matched === null || layer.methods !== null || matched === '') return matched;
  const next = path[matched.length];
  return path.startsWith(matched) && (next === undefined || mountEnds.includes(next)) ? matched : null;
}

function handlesMethod({ methods }: PageLayer, method: string): boolean {
  if (methods === null || methods === '*' || methods.includes(method)) return true;
  return method === 'HEAD' && methods.includes('GET');
}

function matchOf({ matcher }: PageLayer, path: string): string | null {
  switch (matcher.kind) {
    case 'everything':
      return '';
    case 'star':
      return canDecode([path]) ? path : null;
    case 'below':
      return isBelow(path, matcher.prefix) ? path.slice(0, matcher.prefix.length) : null;
    case 'regexps':
      return firstMatch(matcher.regexps, path);
    default:
      // Only the running application can decide.
      return '';
  }
}

function firstMatch(regexps: readonly MatcherRegExp[], path: string): string | null {
  const found = execFirst(regexps, path);
  return found && canDecode(found.groups) ? found.matched : null;
}

/** The captures of the first expression that matches, by name. */
function execFirst(
  regexps: readonly MatcherRegExp[],
  path: string,
): { matched: string; keys: readonly string[]; groups: readonly (string | undefined)[] } | null {
  for (const [source, flags, keys] of regexps) {
    const found = new RegExp(source, flags).exec(path);
    if (found) return { matched: found[0], keys, groups: found.slice(1) };
  }
  return null;
}

/** The parameters that a layer extracts from the path that its router sees. */
export function paramsOf({ matcher }: PageLayer, path: string): [name: string, value: string][] {
  if (matcher.kind === 'star') return [['0', decodeURIComponent(path)]];
  const found = matcher.kind === 'regexps' ? execFirst(matcher.regexps, path) : null;
  return (found?.keys ?? []).flatMap((name, i): [string, string][] => {
    const value = found!.groups[i];
    return value === undefined ? [] : [[name, decodeURIComponent(value)]];
  });
}

/** The place in the table of the first layer, of any method, that fails to decode the path: a 400. */
export function findUndecodable(data: PageData, path: string): string | null {
  return path.includes('%') ? undecodableIn(data, 0, path, '') : null;
}

function undecodableIn(data: PageData, table: number, path: string, prefix: string): string | null {
  const { layers, mountEnds } = data.tables[table]!;
  for (const [index, layer] of layers.entries()) {
    const { matcher, mount } = layer;
    const key = `${prefix}${index}`;
    const found = matcher.kind === 'regexps' ? execFirst(matcher.regexps, path) : null;
    const groups = matcher.kind === 'star' ? [path] : (found?.groups ?? []);
    if (!canDecode(groups)) return key;
    const matched = mount === null ? null : testLayer(layer, 'GET', path, mountEnds);
    const inside =
      matched === null ? null : undecodableIn(data, mount!, path.slice(matched.length) || '/', `${key}.`);
    if (inside !== null) return inside;
  }
  return null;
}

function canDecode(values: readonly (string | undefined)[]): boolean {
  try {
    for (const value of values) if (value !== undefined) decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a 3.x stack runs a layer mounted at `prefix` for a path. */
function isBelow(path: string, prefix: string): boolean {
  const next = path[prefix.length];
  const ends = next === undefined || next === '/' || next === '.';
  return ends && path.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
}
