// Runs in the page: the search for what handles a request.
import type { Why } from '../../../../compiler/interpret.js';
import {
  badge,
  byKey,
  type Children,
  data,
  elementOf,
  labelsOf,
  make,
  pieces,
  sourceOf,
  titleOf,
} from './elements.js';
import { type Explanation, explainRequest, findUndecodable, type PageStep, paramsOf } from './match.js';

/** A step without nested steps, by its place in the table. */
interface Flat {
  readonly key: string;
  readonly step: PageStep;
}

const WHY: Record<Why, string> = {
  certain: 'known when the table was compiled: nothing is checked',
  'needs-match': 'can match some paths of this leaf: its pattern is tested',
  'regexp-only': 'only its own regular expression decides, and it is tested',
  scanned: 'tried in turn, as in Express',
};

export function setUpSearch(): void {
  const form = elementOf<HTMLFormElement>('search');
  const method = elementOf<HTMLSelectElement>('method');
  const path = elementOf<HTMLInputElement>('path');
  method.append(...methodsOfTable().map((name) => make('option', {}, name)));
  const update = () => showResult(method.value, path.value.trim());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    update();
  });
  form.addEventListener('input', update);
}

function methodsOfTable(): string[] {
  const named = data.rows.flatMap(({ kind, methods }) => (kind === 'route' ? methods : []));
  return [...new Set(['GET', ...named.filter((name) => name !== 'ALL'), 'HEAD', 'OPTIONS'])];
}

function showResult(method: string, url: string): void {
  const output = elementOf('result');
  output.replaceChildren();
  if (url === '') return;
  const path = url.split('?', 1)[0]!;
  if (!path.startsWith('/')) {
    output.append(make('p', {}, 'A path starts with a slash.'));
    return;
  }
  const explanation = explainRequest(data, method, path);
  const all = flatten(explanation.steps, '').filter(({ key }) => byKey.get(key)!.kind !== 'error handler');
  const undecodable = findUndecodable(data, path);
  const responding = all.find(responds) ?? null;
  const isBad = undecodable !== null && (responding === null || isBefore(undecodable, responding.key));
  const run = isBad
    ? all.filter(({ key }) => isBefore(key, undecodable))
    : all.slice(0, responding === null ? all.length : all.indexOf(responding) + 1);
  output.append(
    isBad ? badText(undecodable) : responding === null ? notHandled(method, run) : handled(responding),
    run.length === 0
      ? ''
      : make('p', { class: 'count' }, `${run.length} ${run.length === 1 ? 'layer runs' : 'layers run'}:`),
    make('ol', { class: 'way' }, run.map(wayItem)),
    details(method, path, explanation),
  );
}

/** A route sends the response, and so does a function that has no parameter for `next`. */
function responds({ step: { layer, inner } }: Flat): boolean {
  return layer.methods !== null || (inner === null && layer.arity > 0 && layer.arity < 3);
}

function flatten(steps: readonly PageStep[], prefix: string): Flat[] {
  return steps.flatMap((step) => {
    const key = `${prefix}${step.index}`;
    return [{ key, step }, ...(step.inner === null ? [] : flatten(step.inner, `${key}.`))];
  });
}

/** Whether a layer is before another in the table. */
function isBefore(a: string, b: string): boolean {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! < right[i]!;
  }
  return left.length < right.length;
}

function handled({ key, step: { layer, path } }: Flat): HTMLElement {
  const row = byKey.get(key)!;
  const params = paramsOf(layer, path).map(([name, value]) =>
    make('code', { class: 'param' }, `${name} = ${value}`),
  );
  const maybe = layer.arity > 2 ? ' unless it calls next' : '';
  return verdict('good', 'Handled by ', make('strong', {}, row.name || 'a function without a name'), maybe, [
    make('div', {}, titleLine(key)),
    params.length === 0 ? null : make('div', { class: 'params' }, params),
  ]);
}

function notHandled(method: string, run: readonly Flat[]): HTMLElement {
  const unless = run.length > 0 ? ', unless one of these layers responds' : '';
  if (method === 'OPTIONS') {
    return verdict('none', `The methods that have routes here, or 404 if there are none${unless}`);
  }
  return verdict('none', make('strong', {}, '404'), `: no route matches${unless}`);
}

function badText(key: string): HTMLElement {
  return verdict(
    'bad',
    make('strong', {}, '400'),
    ': a parameter cannot be decoded, for',
    make('div', {}, titleLine(key)),
  );
}

function verdict(kind: string, ...parts: Children[]): HTMLElement {
  return make('div', { class: `verdict ${kind}` }, ...parts);
}

function titleLine(key: string): Children {
  const row = byKey.get(key)!;
  return [...labelsOf(row), ' ', make('code', {}, pieces(row.path)), ' ', sourceOf(row)];
}

/** One line. */
function wayItem({ key }: Flat): HTMLElement {
  const row = byKey.get(key)!;
  return make('li', {}, titleOf(row), ' ', sourceOf(row));
}

/** How it was found, as an expandable detail. */
function details(method: string, path: string, { leaf, steps }: Explanation): HTMLElement {
  return make(
    'details',
    {},
    make('summary', {}, 'How it is found, and what comes after it'),
    make('p', { class: 'leaf' }, badge(method), ' ', make('code', {}, path), ' ', leafText(leaf)),
    make('ol', { class: 'steps' }, stepItems(steps, '')),
  );
}

function leafText(leaf: string | null): string {
  if (leaf === null) return 'is an unusual path: every layer is tried in turn.';
  return leaf === 'no leaf' ? 'ends in no leaf of the tree.' : `ends in the leaf ${leaf}`;
}

function stepItems(steps: readonly PageStep[], prefix: string): HTMLElement[] {
  return steps.map(({ layer, index, why, matched, inner }) => {
    const key = `${prefix}${index}`;
    const row = byKey.get(key)!;
    const taken = layer.methods === null && matched !== '' ? `; removes ${matched} from the path` : '';
    const when = row.kind === 'error handler' ? 'runs only after an error; ' : '';
    const known = layer.matcher.kind === 'unknown' ? 'only the running application knows' : WHY[why];
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
