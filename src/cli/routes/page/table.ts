// Runs in the page: the table, and its filter.
import type { PageFinding, PageRow } from '../page-data.js';
import { data, elementOf, labelsOf, make, pieces, wordsOf } from './elements.js';

export function showTable(): void {
  const filter = elementOf<HTMLInputElement>('filter');
  const rows = data.rows.map((row) => ({ element: rowElement(row), text: rowText(row) }));
  elementOf('rows').append(...rows.map(({ element }) => element));
  const apply = () => {
    const wanted = filter.value.trim().toLowerCase();
    const words = wanted.split(/\s+/);
    let shown = 0;
    for (const { element, text } of rows) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) shown++;
    }
    elementOf('shown').replaceChildren(...shownText(wanted, shown, rows.length, clear));
  };
  const clear = () => {
    filter.value = '';
    apply();
    filter.focus();
  };
  filter.addEventListener('input', apply);
}

/** How many rows are shown, and how to see more of them. */
function shownText(wanted: string, shown: number, all: number, clear: () => void): (string | Node)[] {
  if (wanted === '') return [];
  const button = make('button', { type: 'button' }, `Show all ${all}`);
  button.addEventListener('click', clear);
  if (shown > 0) return [`${shown} of ${all} `, button];
  const advice = wanted.includes(' ') ? 'with fewer words, or with a part of one' : 'with a part of the word';
  return [`0 of ${all}: no method, path, handler or file matches. Try ${advice}. `, button];
}

function rowText({ methods, path, name, source }: PageRow): string {
  return `${methods.join(' ')} ${path} ${name} ${source}`.toLowerCase();
}

function rowElement(row: PageRow): HTMLElement {
  const { kind, path, name, source, depth, before } = row;
  const found = data.findings.filter(({ key }) => key === row.key);
  return make(
    'tr',
    { class: kind === 'route' ? 'route' : 'other', style: `--depth: ${depth}` },
    make('td', { 'data-label': 'Method' }, make('span', {}, labelsOf(row))),
    make('td', { 'data-label': 'Path' }, make('code', {}, pieces(path)), found.map(warning)),
    make('td', { 'data-label': 'Before', class: 'number' }, before),
    make('td', { 'data-label': 'Handler' }, wordsOf(name)),
    make('td', { 'data-label': 'Source', class: 'source' }, pieces(source)),
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
