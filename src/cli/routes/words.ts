import { methodsOf } from '../../../compiler/listing.js';
import type { ExplanationView, StepView } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';
import type { Style } from '../style.js';
import { type Miss, nearMisses } from './misses.js';
import { count, placeText } from './text.js';

/** The result of a request. */
interface Outcome {
  /** The layer that sends the response; null if none does. */
  readonly by: StepView | null;
  readonly headline: string;
  /** The layers that run, up to it. */
  readonly run: readonly StepView[];
  /** The layers that would run after it. */
  readonly after: readonly StepView[];
}

/** An explanation of a request: first the result, then the layers that lead to it; `isLong` adds how it was found. */
export function wordsOf(
  explanation: ExplanationView,
  rows: readonly Row[],
  style: Style,
  isLong = false,
): string {
  const { method, path, otherMethods } = explanation;
  const paths = new Map(rows.map((row) => [row.key, row.path]));
  const { by, headline, run, after } = outcomeOf(explanation, paths);
  const lines = [`${style.bold(`${method} ${path}`)} ${headline}`];
  if (by) lines.push(...Object.entries(by.params).map(([name, value]) => `  ${name} = ${valueText(value)}`));
  if (isLong) lines.push('', `The path ${foundText(explanation)}.`);
  if (run.length > 0) lines.push('', `${count(run.length, 'layer')} ${run.length === 1 ? 'runs' : 'run'}:`);
  lines.push(...stepLines(run, style, isLong));
  if (after.length > 0) lines.push('', ...afterLines(after, style, isLong));
  const ran = ({ key }: Row) => explanation.steps.some((step) => step.key === key);
  const misses = nearMisses(method, path, rows, otherMethods, ran);
  if (misses.length > 0) lines.push('', 'Similar, but not matching:', ...missLines(misses, style));
  return lines.join('\n');
}

/** The complete paths of layers, by key. */
type Paths = ReadonlyMap<string, string>;

function outcomeOf({ method, steps, undecodable }: ExplanationView, paths: Paths): Outcome {
  const plain = steps.filter(({ forErrors }) => !forErrors);
  const errors = steps.filter(({ forErrors }) => forErrors);
  const by = plain.find(responds) ?? null;
  if (undecodable !== null && (by === null || isBefore(undecodable.key, by.key))) {
    const run = plain.filter(({ key }) => isBefore(key, undecodable.key));
    const path = paths.get(undecodable.key) ?? undecodable.path;
    const at = `${methodsText(undecodable.methods)} ${path}${inPlace(undecodable.source)}`;
    const headline = `gets 400: ${undecodable.message}, for ${at}`;
    return { by: null, headline, run, after: errors.filter(({ key }) => isBefore(undecodable.key, key)) };
  }
  if (by === null) return { by, headline: notHandledText(method, plain), run: plain, after: errors };
  const at = plain.indexOf(by);
  const headline = `is handled by ${titleOf(by, paths)}${inPlace(by.source)}${maybeText(by, plain.slice(0, at))}`;
  return { by, headline, run: plain.slice(0, at + 1), after: [...plain.slice(at + 1), ...errors] };
}

/** A route sends the response, and so does a function that has no parameter for `next`. */
function responds({ methods, mount, arity }: StepView): boolean {
  return methods !== null || (!mount && arity > 0 && arity < 3);
}

/** Whether a layer is before another in the table. */
function isBefore(a: string, b: string): boolean {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    if (left[i] !== right[i]) return left[i]! < right[i]!;
  }
  return left.length < right.length;
}

/** Middleware that may send the response itself. */
const MAY_RESPOND = /static|proxy|favicon|cors/i;

function maybeText(by: StepView, before: readonly StepView[]): string {
  const others = before.filter(({ name, mount }) => !mount && MAY_RESPOND.test(name)).map(({ name }) => name);
  const doubts = [
    ...(others.length === 0 ? [] : [`${others.join(' or ')} responds first`]),
    ...(by.arity > 2 ? ['it calls next'] : []),
  ];
  return doubts.length === 0 ? '' : `, unless ${doubts.join(' or ')}`;
}

/** Express responds to OPTIONS itself if there are routes for other methods. */
function notHandledText(method: string, run: readonly StepView[]): string {
  const otherwise = run.length > 0 ? ', unless one of these responds' : '';
  if (method === 'OPTIONS') {
    return `gets the methods that have routes here, or 404 if there are none${otherwise}`;
  }
  return `gets 404: no route matches${otherwise}`;
}

function titleOf({ methods, key, path, name, handler }: StepView, paths: Paths): string {
  if (methods === null) return `the middleware ${name}`;
  const route = `${methodsText(methods)} ${paths.get(key) ?? path}`;
  return handler === '' || handler === 'anonymous' ? route : `${handler}, ${route}`;
}

function methodsText(methods: StepView['methods']): string {
  return methods === null ? 'use' : methodsOf({ methods }).join(',');
}

function inPlace(source: string | null): string {
  return source === null ? '' : ` (${placeText(source)})`;
}

function valueText(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function foundText({ leaf, reason }: ExplanationView): string {
  if (reason === 'overlap') {
    return 'ends where too many layers overlap, so every layer is tried in turn, as in Express';
  }
  if (leaf === null) return 'is unusual, so every layer is tried in turn, as in Express';
  if (leaf === 'no leaf') return 'ends in no leaf of the tree';
  return `ends in the leaf ${leaf}`;
}

const WHY: Record<StepView['why'], string> = {
  certain: 'known to match when the table was compiled, so nothing is checked',
  'needs-match': 'may match paths of this leaf, so its pattern is tested, and matches',
  'regexp-only': 'only its own regular expression decides, which is tested, and matches',
  scanned: 'tried in turn, and matches',
};

/** A line for each, in columns. */
function stepLines(steps: readonly StepView[], style: Style, isLong: boolean): string[] {
  const cells = steps.map((step) => [
    step.number,
    `${verbOf(step)} ${step.path}`,
    nameOf(step),
    placeText(step.source),
  ]);
  const widths = [0, 1, 2].map((i) => Math.max(0, ...cells.map((row) => row[i]!.length)));
  return steps.flatMap((step, i) => {
    const [number, what, name, place] = cells[i] as [string, string, string, string];
    const line = `  ${number.padEnd(widths[0]!)}  ${style.bold(what.padEnd(widths[1]!))}  ${name.padEnd(widths[2]!)}  ${style.dim(place)}`;
    return isLong ? [line.trimEnd(), `  ${' '.repeat(widths[0]!)}  ${whyText(step)}`] : [line.trimEnd()];
  });
}

function verbOf({ methods, mount, forErrors }: StepView): string {
  if (methods !== null) return methodsText(methods);
  return mount ? 'mount' : forErrors ? 'errors' : 'use';
}

function nameOf({ methods, name, handler }: StepView): string {
  return methods === null ? name : handler;
}

function whyText({ why, methods, matched, forErrors }: StepView): string {
  const taken = methods === null && matched !== '' ? `; removes ${matched} from the path` : '';
  return `${forErrors ? 'runs only after an error; ' : ''}${WHY[why]}${taken}`;
}

function afterLines(after: readonly StepView[], style: Style, isLong: boolean): string[] {
  const handlers = after.filter(({ forErrors }) => forErrors).length;
  const others = after.length - handlers;
  const counted = [
    others === 0 ? [] : [`${count(others, 'layer')} (if it calls next)`],
    handlers === 0 ? [] : [`${count(handlers, 'error handler')} (after an error)`],
  ].flat();
  const head = `May run after it: ${counted.join(', ')}`;
  return isLong ? [`${head}:`, ...stepLines(after, style, isLong)] : [style.dim(`${head}; -v lists them.`)];
}

function missLines(misses: readonly Miss[], style: Style): string[] {
  const titles = misses.map(({ methods, path }) => `${methods.join(',')} ${path}`);
  const width = Math.max(...titles.map((title) => title.length));
  return misses.map(({ why, source }, i) => {
    return `  ${titles[i]!.padEnd(width)}  ${why}  ${style.dim(placeText(source))}`.trimEnd();
  });
}
