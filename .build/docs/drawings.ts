// Drawings that explain the router, generated from the example that `npm start` serves: its route table, the tree of its paths,
// and the path of one request.
import { escapeHtml } from '../../src/cli/page/text.js';
import { root } from './markdown.js';

/** The request that is drawn. */
export const REQUEST = { method: 'GET', path: '/api/books/2/reviews' } as const;

/** The members of the example that are drawn; the example is JavaScript. */
interface Example {
  routes(): Listed[];
  explain(method: string, path: string): { leaf: string };
}

interface Listed {
  readonly methods: string[];
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** Null if it cannot run for the request. */
  readonly layer: { readonly handle: { readonly length: number } } | null;
}

/** A row of the route table, and its index in the request's dispatch list; null if it is not in the list. */
interface Row {
  readonly text: string;
  readonly depth: number;
  readonly place: number | null;
  readonly isForErrors: boolean;
}

interface Node {
  readonly segment: string;
  readonly leaf: string;
  readonly isOnTheWay: boolean;
  readonly children: Node[];
}

/** SVG texts by their paths from the root. */
export async function drawings(): Promise<Map<string, string>> {
  const { app }: { app: Example } = await import(`${root}examples/api/app.js`);
  const { rowsOf: list } = await import(`${root}examples/api/tour/rows.js`);
  const listed: Listed[] = list(app, REQUEST.method, REQUEST.path);
  return new Map([
    ['docs/pictures/tree.svg', drawTree(app)],
    ['docs/pictures/way.svg', drawWay(app, rowsOf(listed))],
  ]);
}

const WIDTH = 760;
const ROW = 30;

/** The tree of paths, with the path of the request through it. */
function drawTree(app: Example): string {
  const { leaf: end } = app.explain(REQUEST.method, REQUEST.path);
  const tree = treeOf(app, end);
  const lines: string[] = [];
  let row = 0;
  const draw = (node: Node, depth: number): number => {
    const x = 8 + depth * 148;
    const y = 56 + row * ROW;
    const isEnd = node.leaf === end;
    const kind = node.isOnTheWay ? (isEnd ? 'end' : 'way') : 'other';
    lines.push(box(x, y, 104, node.segment, kind));
    node.children.forEach((child, i) => {
      if (i > 0) row++;
      const to = 56 + row * ROW;
      lines.push(
        `<path class="${child.isOnTheWay ? 'way' : 'other'}" d="M${x + 104} ${y + 11}h22V${to + 11}h22"/>`,
      );
      draw(child, depth + 1);
    });
    return y;
  };
  draw(tree, 0);
  return svg(
    84 + row * ROW,
    `${REQUEST.method} ${REQUEST.path} on its way through the tree of paths`,
    'One step for each part of the path. ":" stands for any text.',
    lines,
  );
}

/** The route table in registration order, and the dispatch list of the leaf where the request ends. */
function drawWay(app: Example, rows: readonly Row[]): string {
  const { leaf } = app.explain(REQUEST.method, REQUEST.path);
  const listed = rows.filter(({ place }) => place !== null);
  const responding = listed.findIndex(({ text }) => /^[A-Z]/.test(text));
  const top = 76;
  const right = 430;
  const lines = [
    `<text class="head" x="8" y="${top - 12}">The ${rows.length} layers, as they were registered</text>`,
    `<text class="head" x="${right}" y="${top - 12}">The list for ${escapeHtml(leaf)}</text>`,
  ];
  const kindOf = (place: number) => (place < responding ? 'way' : place === responding ? 'end' : 'later');
  rows.forEach(({ text, depth, place }, i) => {
    const y = top + i * ROW;
    const kind = place === null ? 'other' : kindOf(place);
    lines.push(box(8 + depth * 18, y, 300 - depth * 18, text, kind));
    if (place === null) return;
    const to = top + place * ROW;
    lines.push(`<path class="${kind}" d="M308 ${y + 11}C360 ${y + 11} 370 ${to + 11} ${right} ${to + 11}"/>`);
    lines.push(box(right, to, 322, `${place + 1}. ${text}`, kind));
  });
  const errors = listed.filter(({ isForErrors }) => isForErrors).length;
  const below = top + listed.length * ROW + 14;
  lines.push(
    `<text class="note" x="${right}" y="${below}">${listed.length} of ${rows.length} layers; the others are never checked.</text>`,
    `<text class="note" x="${right}" y="${below + 17}">Number ${responding + 1} sends the response, so the rest does not run;</text>`,
    `<text class="note" x="${right}" y="${below + 34}">${errors} of them would run only after an error.</text>`,
  );
  return svg(
    top + rows.length * ROW + 8,
    `What runs for ${REQUEST.method} ${REQUEST.path}`,
    'Built when the table is compiled, before the first request.',
    lines,
  );
}

/** The segments of the routes' paths, below the root. */
function treeOf(app: Example, end: string): Node {
  const makeNode = (segment: string, leaf: string): Node => {
    const isOnTheWay = leaf === '/' || end === leaf || end.startsWith(`${leaf}/`);
    return { segment, leaf, isOnTheWay, children: [] };
  };
  const tree = makeNode('/', '/');
  for (const { path, methods } of app.routes()) {
    if (methods[0] === 'USE' || !methods.includes(REQUEST.method)) continue;
    const { leaf } = app.explain(REQUEST.method, path.replace(/:\w+/g, 'x'));
    let node = tree;
    for (const segment of leaf.split('/').slice(1)) {
      const below = `${node.leaf === '/' ? '' : node.leaf}/${segment}`;
      let child = node.children.find((one) => one.leaf === below);
      if (child === undefined) node.children.push((child = makeNode(segment, below)));
      node = child;
    }
  }
  return tree;
}

/** The rows of the table, each with its index among those that can run for the request. */
function rowsOf(listed: readonly Listed[]): Row[] {
  let place = 0;
  return listed.map(({ methods, path, name, depth, layer }) => {
    const what =
      methods[0] === 'USE'
        ? `use ${path} ${name === '<anonymous>' ? '' : name}`
        : `${methods.join(', ')} ${path}`;
    return {
      text: what.trim(),
      depth,
      place: layer === null ? null : place++,
      isForErrors: layer?.handle.length === 4,
    };
  });
}

function box(x: number, y: number, width: number, text: string, kind: string): string {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="22" rx="4"/><text class="${kind}" x="${x + 8}" y="${y + 15}">${escapeHtml(text)}</text>`;
}

function svg(height: number, title: string, note: string, lines: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}">
<style>${STYLE}</style>
<text class="title" x="8" y="20">${escapeHtml(title)}</text>
<text class="note" x="8" y="38">${escapeHtml(note)}</text>
${lines.join('\n')}
</svg>
`;
}

const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #24272d; } .title { font-size: 15px; font-weight: 600; } .head { font-weight: 600; }
.note { fill: #5b616c; } text.other { fill: #5b616c; } text.end { fill: #fff; font-weight: 600; }
rect { fill: #fff; stroke: #c4c8d0; } rect.way { fill: #d8f0e6; stroke: #0a7f5a; } rect.end { fill: #0a7f5a; stroke: #0a7f5a; } rect.later { stroke: #0a7f5a; stroke-dasharray: 3 3; }
path { fill: none; stroke: #c4c8d0; stroke-width: 1.5; } path.way, path.end { stroke: #0a7f5a; } path.later { stroke: #0a7f5a; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) {
  text { fill: #e8eaee; } .note, text.other { fill: #a9afba; } text.end { fill: #06251b; }
  rect { fill: #1c1f24; stroke: #4b515c; } rect.way { fill: #123b2d; stroke: #3fc193; } rect.end { fill: #3fc193; stroke: #3fc193; } rect.later { stroke: #3fc193; }
  path { stroke: #4b515c; } path.way, path.end, path.later { stroke: #3fc193; } }
`;
