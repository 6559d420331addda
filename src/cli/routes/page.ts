import { readFileSync } from 'node:fs';
import escapeHtml from 'escape-html';
import { findingsOf } from '../check/findings.js';
import type { Inspection } from '../inspect/inspection.js';
import { type Row, rowsOf } from '../inspect/rows.js';
import type { PageData } from './page-data.js';
import { beforeText, count, placeText } from './text.js';

/** The modules of the page's script, each after those that it imports. */
const SCRIPTS = ['match.js', 'elements.js', 'search.js', 'table.js', 'tree.js', 'page.js'];

/** A self-contained page: a search for what handles a request, the table, and the tree of each method. */
export function pageOf(name: string, inspection: Inspection): string {
  const rows = rowsOf(inspection);
  const title = `Routes of ${escapeHtml(name)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>
${asset('page.css')}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="about">Express ${inspection.line}, compiled by maglev</p>
<dl class="figures">${figuresOf(inspection, rows)}</dl>
</header>
<main>
<section aria-labelledby="search-title">
<h2 id="search-title">What handles a request?</h2>
<form id="search" role="search">
<label class="unseen" for="method">Method</label>
<select id="method" name="method"></select>
<label class="unseen" for="path">Path</label>
<input id="path" name="path" type="search" placeholder="/users/7" autocomplete="off" spellcheck="false">
</form>
<div id="result" aria-live="polite"></div>
</section>
<div class="tabs" role="tablist" aria-label="What is shown">
<button type="button" role="tab" id="table-tab" aria-controls="table-panel" aria-selected="true">Table</button>
<button type="button" role="tab" id="tree-tab" aria-controls="tree-panel" aria-selected="false" tabindex="-1">Compiler's tree</button>
</div>
<section id="table-panel" role="tabpanel" aria-labelledby="table-tab">
<div class="bar"><label for="filter">Filter</label><input id="filter" type="search" placeholder="method, path, handler or file" autocomplete="off" spellcheck="false"></div>
<p id="shown" aria-live="polite"></p>
<div class="wide">
<table>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">Before</th><th scope="col">Handler</th><th scope="col">Source</th></tr></thead>
<tbody id="rows"></tbody>
</table>
</div>
</section>
<section id="tree-panel" role="tabpanel" aria-labelledby="tree-tab" hidden>
<div id="methods" class="bar" role="group" aria-label="Method"></div>
<div class="bar"><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></div>
<p>${treeText(inspection)}</p>
<div id="tree"></div>
</section>
</main>
<script type="application/json" id="data">${embedJson(dataOf(inspection, rows))}</script>
<script>
${SCRIPTS.map(script).join('')}</script>
</body>
</html>`;
}

function figuresOf(inspection: Inspection, rows: readonly Row[]): string {
  const numberOf = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).length;
  const counted = (name: string, number: number): [string, number] => [
    number === 1 ? name : `${name}s`,
    number,
  ];
  const figures: [string, string | number][] = [
    counted('route', numberOf('route')),
    ['middleware', numberOf('middleware')],
    counted('mounted router', numberOf('mount')),
    counted('finding', findingsOf(inspection).length),
    ['ms to compile', inspection.milliseconds.toFixed(1)],
  ];
  return figures.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('');
}

/** What the compiler has made of the routes. */
function treeText({ program: { figures } }: Inspection): string {
  const leaves = count(figures.leaves, 'kind of path', 'kinds of paths');
  const regexps =
    figures.regexpOnly === 0 ? '' : ` ${count(figures.regexpOnly, 'layer')} can only be matched by a RegExp.`;
  return `The compiled routes distinguish ${leaves}, the leaves of these trees.${regexps}`;
}

/** The data of the page. */
export function dataOf(inspection: Inspection, rows: readonly Row[]): PageData {
  const { program } = inspection;
  return {
    rows: rows.map((row) => ({ ...row, source: placeText(row.source), before: beforeText(row) })),
    findings: findingsOf(inspection).map(({ key, level, rule, message, rewrite }) => {
      return { key, level, rule, message, rewrite };
    }),
    indexes: program.indexes,
    lists: program.lists,
    tables: program.tables.map(({ mountEnds, layers }) => ({
      mountEnds,
      layers: layers.map(({ methods, matcher, mount, pattern, handlers }) => {
        const arity = handlers.at(-1)?.arity ?? 0;
        return { methods, matcher, mount, regexpOnly: pattern === null, arity };
      }),
    })),
  };
}

/** As JSON that cannot close its script element. */
function embedJson(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** A compiled module, as a part of the page's single script. */
function script(name: string): string {
  return asset(name).replace(/^import [^;]*;\n|^export /gm, '');
}

function asset(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
}
