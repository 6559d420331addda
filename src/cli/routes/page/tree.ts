// Runs in the page: the tree that the compiler built for each method.
import type { IndexView, LeafView, NodeView } from '../../../../compiler/view.js';
import { byKey, data, elementOf, make, titleOf } from './elements.js';

/** Segments of the tree that are drawn as one. */
interface Branch {
  readonly path: string;
  readonly leaf: LeafView | null;
  readonly wild: LeafView | null;
  readonly children: readonly number[];
}

/** How many branches are opened in one step. */
const MANY = 500;

/** Creates the content of branches that have not been opened yet. */
const fills = new WeakMap<Element, () => void>();

export function showTree(): void {
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

/** The most common methods come first. */
function rankOf({ methods }: IndexView): number {
  return methods.includes('GET') ? 0 : methods.includes('*') ? 3 : methods.length > 4 ? 2 : 1;
}

function drawTree({ nodes }: IndexView): void {
  const tree = elementOf('tree');
  const top = nodeItem(nodes, compress(nodes, nodes[0]!), true);
  tree.replaceChildren(make('ul', {}, top));
  top.querySelector('details')?.setAttribute('open', '');
}

/** Joins segments without siblings, as a radix tree does. */
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
    wild && leafItem('followed by anything (*)', wild),
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
    const sure = make('small', {}, certainty === 0 ? ' if its pattern matches' : ' always');
    const within = inner === null ? null : listOf(inner, layer.mount!, `${key}.`);
    return make(
      'li',
      { class: certainty === 0 ? 'why-needs-match' : 'why-certain' },
      titleOf(row),
      sure,
      within,
    );
  });
  return make('ol', { class: 'steps' }, items);
}

/** A branch whose content is created when it is first opened: large tables have many of them. */
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
