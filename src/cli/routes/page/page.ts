// Runs in the page. Everything is made of elements and texts, so that no name can become markup.
import type { Why } from '../../../../compiler/interpret.js';
import type { IndexView, LeafView, NodeView } from '../../../../compiler/view.js';
import type { Kind } from '../../inspect/rows.js';
import type { PageData, PageFinding, PageRow } from '../page-data.js';
import { explainRequest, type PageStep } from './match.js';

type Child = string | Node | null;
type Children = Child | readonly Child[];

/** Segments of the tree that are drawn as one. */
interface Branch {
  readonly path: string;
  readonly leaf: LeafView | null;
  readonly wild: LeafView | null;
  readonly children: readonly number[];
}

const data: PageData = JSON.parse(elementOf('data').textContent);
const byKey = new Map(data.rows.map((row) => [row.key, row]));
/** How many branches are opened at once. */
const MANY = 500;

/** Makes the inside of branches that have not been opened. */
const fills = new WeakMap<Element, () => void>();

const LABELS: Record<Exclude<Kind, 'route'>, string> = {
  middleware: 'use',
  'error handler': 'errors',
  mount: 'mount',
};
const WHY: Record<Why, string> = {
  certain: 'known when the table was compiled: nothing is asked',
  guarded: 'can match some paths of this leaf: its pattern is asked',
  opaque: 'only its own regular expression can tell, and it is asked',
  scanned: 'asked in its turn, as Express does',
};

showTable();
showTree();
setUpSearch();

function elementOf<Made extends HTMLElement = HTMLElement>(id: string): Made {
  return document.getElementById(id) as Made;
}

/** An element with attributes and children; texts are texts. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | null>> = {},
  ...children: readonly Children[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

function badge(method: string): HTMLElement {
  return make('span', { class: `method m-${method.toLowerCase().replace(/\W.*/, '')}` }, method);
}

// The search.

function setUpSearch(): void {
  const form = elementOf<HTMLFormElement>('search');
  const method = elementOf<HTMLSelectElement>('method');
  const path = elementOf<HTMLInputElement>('path');
  method.append(...methodsOfTable().map((name) => make('option', {}, name)));
  const answer = () => showAnswer(method.value, path.value.trim());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer();
  });
  form.addEventListener('input', answer);
}

function methodsOfTable(): string[] {
  const named = data.rows.flatMap(({ kind, methods }) => (kind === 'route' ? methods : []));
  return [...new Set(['GET', ...named.filter((name) => name !== 'ALL'), 'HEAD', 'OPTIONS'])];
}

function showAnswer(method: string, url: string): void {
  const output = elementOf('answer');
  output.replaceChildren();
  if (url === '') return;
  const path = url.split('?', 1)[0]!;
  if (!path.startsWith('/')) {
    output.append(make('p', {}, 'A path begins with a slash.'));
    return;
  }
  const { leaf, steps } = explainRequest(data, method, path);
  output.append(
    make('p', { class: 'leaf' }, badge(method), ' ', make('code', {}, path), ' ', leafText(leaf)),
    steps.length === 0
      ? make('p', {}, `Nothing runs: the answer is ${unansweredText(method)}.`)
      : make('ol', { class: 'steps' }, stepItems(steps, '')),
  );
  if (steps.length > 0 && !hasRoute(steps)) {
    const otherwise = unansweredText(method);
    output.append(make('p', {}, `No route is among them: unless one of them answers, it is ${otherwise}.`));
  }
}

/** Express answers OPTIONS by itself where there are routes for other methods. */
function unansweredText(method: string): string {
  return method === 'OPTIONS' ? 'a list of the methods that have routes here, or a 404 if none has' : 'a 404';
}

function leafText(leaf: string | null): string {
  if (leaf === null) return 'is an unusual path: every layer is asked in turn.';
  return leaf === 'no leaf' ? 'ends in no leaf of the tree.' : `ends in the leaf ${leaf}`;
}

function hasRoute(steps: readonly PageStep[]): boolean {
  return steps.some(({ layer, inner }) => layer.methods !== null || (inner !== null && hasRoute(inner)));
}

function stepItems(steps: readonly PageStep[], prefix: string): HTMLElement[] {
  return steps.map(({ layer, index, why, matched, inner }) => {
    const key = `${prefix}${index}`;
    const row = byKey.get(key)!;
    const taken = layer.methods === null && matched !== '' ? `; takes ${matched} off the path` : '';
    const when = row.kind === 'error handler' ? 'runs only after an error; ' : '';
    const known = layer.matcher.kind === 'unknown' ? 'only the running application can tell' : WHY[why];
    return make(
      'li',
      { class: `why-${why}` },
      make('div', { class: 'step' }, titleOf(row), sourceOf(row)),
      make('div', { class: 'why' }, `${when}${known}${taken}`),
      inner === null || inner.length === 0
        ? null
        : make('ol', { class: 'steps' }, stepItems(inner, `${key}.`)),
    );
  });
}

function labelsOf({ kind, methods }: PageRow): HTMLElement[] {
  return kind === 'route' ? methods.map(badge) : [badge(LABELS[kind])];
}

function titleOf(row: PageRow): HTMLElement {
  const { path, name } = row;
  return make('span', { class: 'title' }, labelsOf(row), ' ', make('code', {}, path), name ? ` ${name}` : '');
}

function sourceOf({ source }: PageRow): HTMLElement | null {
  return source ? make('span', { class: 'source' }, ` ${source}`) : null;
}

// The tree.

function showTree(): void {
  const choice = elementOf('methods');
  const indexes = data.indexes.toSorted((a, b) => rankOf(a) - rankOf(b));
  const buttons: HTMLElement[] = indexes.map((index, i) => {
    const names = index.methods.map((name) => (name === '*' ? 'any other' : name));
    const label = names.length > 4 ? `${names.length} methods` : names.join(', ');
    const button = make(
      'button',
      { type: 'button', 'aria-pressed': String(i === 0), title: names.join(', ') },
      label,
    );
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      drawTree(index);
    });
    return button;
  });
  choice.append(...buttons);
  elementOf('open-all').addEventListener('click', () => openAll(true));
  elementOf('close-all').addEventListener('click', () => openAll(false));
  if (indexes.length > 0) drawTree(indexes[0]!);
}

/** What is asked for most comes first. */
function rankOf({ methods }: IndexView): number {
  return methods.includes('GET') ? 0 : methods.includes('*') ? 3 : methods.length > 4 ? 2 : 1;
}

function drawTree({ nodes }: IndexView): void {
  const tree = elementOf('tree');
  const top = nodeItem(nodes, compress(nodes, nodes[0]!), true);
  tree.replaceChildren(make('ul', {}, top));
  top.querySelector('details')?.setAttribute('open', '');
}

/** Joins segments that have nothing but each other, as a radix tree does. */
function compress(nodes: readonly NodeView[], node: NodeView): Branch {
  let last = node;
  let path = textOf(node.segment);
  while (last.leaf === null && last.wild === null && last.children.length === 1) {
    last = nodes[last.children[0]!]!;
    path = `${path === '/' ? '' : path}${textOf(last.segment)}`;
  }
  return { path, leaf: last.leaf, wild: last.wild, children: last.children };
}

function textOf(segment: string | null): string {
  return segment === null ? '/:' : `/${segment}`;
}

function nodeItem(
  nodes: readonly NodeView[],
  { path, leaf, wild, children }: Branch,
  isRoot = false,
): HTMLElement {
  const name = isRoot && path === '/:' ? '/' : path;
  const parts = () => [
    leaf && leafItem('ends here', leaf),
    wild && leafItem('goes on to anything (*)', wild),
    ...children.map((child) => nodeItem(nodes, compress(nodes, nodes[child]))),
  ];
  const below = children.length === 0 ? '' : `${children.length} below`;
  return foldable(make('span', {}, make('code', {}, name), ' ', make('small', {}, below)), parts);
}

function leafItem(text: string, [plain]: LeafView): HTMLElement {
  const size = plain === null ? 'the whole table is scanned' : `${layersIn(plain)} layers`;
  const title = make('span', { class: 'leaf' }, `${text} `, make('small', {}, size));
  return foldable(title, () => (plain === null ? [] : [make('li', {}, listOf(plain, 0, ''))]));
}

function layersIn(list: number): number {
  return data.lists[list]!.reduce((sum, [, , inner]) => sum + (inner === null ? 1 : 1 + layersIn(inner)), 0);
}

function listOf(list: number, table: number, prefix: string): HTMLElement {
  const items = data.lists[list]!.map(([index, certainty, inner]) => {
    const key = `${prefix}${index}`;
    const row = byKey.get(key)!;
    const layer = data.tables[table]!.layers[index]!;
    const sure = make('small', {}, certainty === 0 ? ' if its pattern matches' : ' surely');
    const within = inner === null ? null : listOf(inner, layer.mount!, `${key}.`);
    return make('li', { class: certainty === 0 ? 'why-guarded' : 'why-certain' }, titleOf(row), sure, within);
  });
  return make('ol', { class: 'steps' }, items);
}

/** A branch whose inside is made when it is first opened: large tables have many of them. */
function foldable(title: HTMLElement, parts: () => readonly (HTMLElement | null)[]): HTMLElement {
  const inside = make('ul');
  const branch = make('details', {}, make('summary', {}, title), inside);
  const fill = () => {
    if (inside.children.length === 0) inside.append(...parts().filter((part) => part !== null));
  };
  branch.addEventListener('toggle', fill, { once: true });
  fills.set(branch, fill);
  return make('li', {}, branch);
}

function openAll(open: boolean): void {
  let left = MANY;
  const visit = (branch: HTMLDetailsElement) => {
    if (open && left-- <= 0) return;
    if (open) fills.get(branch)?.();
    branch.open = open;
    branchesIn(branch).forEach(visit);
  };
  branchesIn(elementOf('tree')).forEach(visit);
}

function branchesIn(element: HTMLElement): NodeListOf<HTMLDetailsElement> {
  return element.querySelectorAll(':scope > ul > li > details');
}

// The table.

function showTable(): void {
  const filter = elementOf<HTMLInputElement>('filter');
  const body = elementOf('rows');
  const rows = data.rows.map((row) => ({ element: rowElement(row), text: rowText(row) }));
  body.append(...rows.map(({ element }) => element));
  filter.addEventListener('input', () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const { element, text } of rows) {
      element.hidden = !text.includes(wanted);
      if (!element.hidden) shown++;
    }
    elementOf('shown').textContent = wanted === '' ? '' : `${shown} of ${rows.length}`;
  });
}

function rowText({ methods, path, name, source }: PageRow): string {
  return `${methods.join(' ')} ${path} ${name} ${source}`.toLowerCase();
}

function rowElement(row: PageRow): HTMLElement {
  const { kind, path, name, source, depth, before } = row;
  const found = data.findings.filter(({ key }) => key === row.key);
  return make(
    'tr',
    { class: kind === 'route' ? 'route' : 'other' },
    make('td', { style: `--depth: ${depth}`, 'data-label': 'Method' }, make('span', {}, labelsOf(row))),
    make('td', { 'data-label': 'Path' }, make('code', {}, path), found.map(warning)),
    make('td', { 'data-label': 'Before', class: 'number' }, before),
    make('td', { 'data-label': 'Handler' }, name),
    make('td', { 'data-label': 'Source', class: 'source' }, source),
  );
}

function warning({ level, rule, message, rewrite }: PageFinding): HTMLElement {
  const advice = rewrite ? [make('br'), 'Write ', make('code', {}, rewrite)] : [];
  return make(
    'div',
    { class: `finding ${level}` },
    make('strong', {}, level),
    ` ${message}`,
    advice,
    ' ',
    make('small', {}, rule),
  );
}
