// Runs in the page. Everything is made of elements and texts, so that no name can become markup.
import { explainRequest } from './match.js';

const data = JSON.parse(document.getElementById('data').textContent);
const byKey = new Map(data.rows.map((row) => [row.key, row]));
/** How many branches are opened at once. */
const MANY = 500;

const LABELS = { middleware: 'use', 'error handler': 'errors', mount: 'mount' };
const WHY = {
  certain: 'known when the table was compiled: nothing is asked',
  guarded: 'can match some paths of this leaf: its pattern is asked',
  opaque: 'only its own regular expression can tell, and it is asked',
  scanned: 'asked in its turn, as Express does',
};

showTable();
showTree();
setUpSearch();

/** An element with attributes and children; texts are texts. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

function badge(method) {
  return make('span', { class: `method m-${method.toLowerCase().replace(/\W.*/, '')}` }, method);
}

// The search.

function setUpSearch() {
  const form = document.getElementById('search');
  const [method, path] = [form.elements.method, form.elements.path];
  method.append(...methodsOfTable().map((name) => make('option', {}, name)));
  const answer = () => showAnswer(method.value, path.value.trim());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer();
  });
  form.addEventListener('input', answer);
}

function methodsOfTable() {
  const named = data.rows.flatMap(({ kind, methods }) => (kind === 'route' ? methods : []));
  return [...new Set(['GET', ...named.filter((name) => name !== 'ALL'), 'HEAD', 'OPTIONS'])];
}

function showAnswer(method, url) {
  const output = document.getElementById('answer');
  output.replaceChildren();
  if (url === '') return;
  const path = url.split('?', 1)[0];
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
function unansweredText(method) {
  return method === 'OPTIONS' ? 'a list of the methods that have routes here, or a 404 if none has' : 'a 404';
}

function leafText(leaf) {
  if (leaf === null) return 'is an unusual path: every layer is asked in turn.';
  return leaf === 'no leaf' ? 'ends in no leaf of the tree.' : `ends in the leaf ${leaf}`;
}

function hasRoute(steps) {
  return steps.some(({ layer, inner }) => layer.methods !== null || (inner !== null && hasRoute(inner)));
}

function stepItems(steps, prefix) {
  return steps.map(({ layer, index, why, matched, inner }) => {
    const key = `${prefix}${index}`;
    const row = byKey.get(key);
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

function titleOf({ kind, methods, path, name }) {
  const label = kind === 'route' ? methods.map(badge) : [badge(LABELS[kind])];
  return make('span', { class: 'title' }, label, ' ', make('code', {}, path), name ? ` ${name}` : '');
}

function sourceOf({ source }) {
  return source ? make('span', { class: 'source' }, ` ${source}`) : null;
}

// The tree.

function showTree() {
  const choice = document.getElementById('methods');
  const indexes = data.indexes.toSorted((a, b) => rankOf(a) - rankOf(b));
  const buttons = indexes.map((index, i) => {
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
  document.getElementById('open-all').addEventListener('click', () => openAll(true));
  document.getElementById('close-all').addEventListener('click', () => openAll(false));
  if (indexes.length > 0) drawTree(indexes[0]);
}

/** What is asked for most comes first. */
function rankOf({ methods }) {
  return methods.includes('GET') ? 0 : methods.includes('*') ? 3 : methods.length > 4 ? 2 : 1;
}

function drawTree({ nodes }) {
  const tree = document.getElementById('tree');
  const top = nodeItem(nodes, compress(nodes, nodes[0]), true);
  tree.replaceChildren(make('ul', {}, top));
  top.querySelector('details')?.setAttribute('open', '');
}

/** Joins segments that have nothing but each other, as a radix tree does. */
function compress(nodes, node) {
  let { segment, leaf, wild, children } = node;
  let path = textOf(segment);
  while (leaf === null && wild === null && children.length === 1) {
    const child = nodes[children[0]];
    path = `${path === '/' ? '' : path}${textOf(child.segment)}`;
    ({ segment, leaf, wild, children } = child);
  }
  return { path, leaf, wild, children };
}

function textOf(segment) {
  return segment === null ? '/:' : `/${segment}`;
}

function nodeItem(nodes, { path, leaf, wild, children }, isRoot = false) {
  const name = isRoot && path === '/:' ? '/' : path;
  const parts = () => [
    leaf && leafItem('ends here', leaf),
    wild && leafItem('goes on to anything (*)', wild),
    ...children.map((child) => nodeItem(nodes, compress(nodes, nodes[child]))),
  ];
  const below = children.length === 0 ? '' : `${children.length} below`;
  return foldable(make('span', {}, make('code', {}, name), ' ', make('small', {}, below)), parts);
}

function leafItem(text, [plain]) {
  const size = plain === null ? 'the whole table is scanned' : `${layersIn(plain)} layers`;
  const title = make('span', { class: 'leaf' }, `${text} `, make('small', {}, size));
  return foldable(title, () => (plain === null ? [] : [make('li', {}, listOf(plain, 0, ''))]));
}

function layersIn(list) {
  return data.lists[list].reduce((sum, [, , inner]) => sum + (inner === null ? 1 : 1 + layersIn(inner)), 0);
}

function listOf(list, table, prefix) {
  const items = data.lists[list].map(([index, certainty, inner]) => {
    const key = `${prefix}${index}`;
    const row = byKey.get(key);
    const layer = data.tables[table].layers[index];
    const sure = make('small', {}, certainty === 0 ? ' if its pattern matches' : ' surely');
    const within = inner === null ? null : listOf(inner, layer.mount, `${key}.`);
    return make('li', { class: certainty === 0 ? 'why-guarded' : 'why-certain' }, titleOf(row), sure, within);
  });
  return make('ol', { class: 'steps' }, items);
}

/** A branch whose inside is made when it is first opened: large tables have many of them. */
function foldable(title, parts) {
  const inside = make('ul');
  const branch = make('details', {}, make('summary', {}, title), inside);
  const fill = () => {
    if (inside.children.length === 0) inside.append(...parts().filter(Boolean));
  };
  branch.addEventListener('toggle', fill, { once: true });
  branch.fill = fill;
  return make('li', {}, branch);
}

function openAll(open) {
  const tree = document.getElementById('tree');
  let left = MANY;
  const visit = (branch) => {
    if (open && left-- <= 0) return;
    if (open) branch.fill();
    branch.open = open;
    for (const child of branch.querySelectorAll(':scope > ul > li > details')) visit(child);
  };
  for (const branch of tree.querySelectorAll(':scope > ul > li > details')) visit(branch);
}

// The table.

function showTable() {
  const filter = document.getElementById('filter');
  const body = document.getElementById('rows');
  const rows = data.rows.map((row) => ({ element: rowElement(row), text: rowText(row) }));
  body.append(...rows.map(({ element }) => element));
  filter.addEventListener('input', () => {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const { element, text } of rows) {
      element.hidden = !text.includes(wanted);
      if (!element.hidden) shown++;
    }
    document.getElementById('shown').textContent = wanted === '' ? '' : `${shown} of ${rows.length}`;
  });
}

function rowText({ methods, path, name, source }) {
  return `${methods.join(' ')} ${path} ${name} ${source}`.toLowerCase();
}

function rowElement(row) {
  const { kind, methods, path, name, source, depth, before } = row;
  const label = kind === 'route' ? methods.map(badge) : [badge(LABELS[kind])];
  const found = data.findings.filter(({ key }) => key === row.key);
  return make(
    'tr',
    { class: kind === 'route' ? 'route' : 'other' },
    make('td', { style: `--depth: ${depth}`, 'data-label': 'Method' }, make('span', {}, label)),
    make('td', { 'data-label': 'Path' }, make('code', {}, path), found.map(warning)),
    make('td', { 'data-label': 'Before', class: 'number' }, before),
    make('td', { 'data-label': 'Handler' }, name),
    make('td', { 'data-label': 'Source', class: 'source' }, source),
  );
}

function warning({ level, rule, message, rewrite }) {
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
