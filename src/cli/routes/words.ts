import type { ExplanationView, StepView } from '../inspect/inspection.js';
import type { Style } from '../style.js';
import { count, placeText } from './text.js';

/** An explanation of a request as sentences. */
export function wordsOf(explanation: ExplanationView, style: Style): string {
  const { method, path, steps } = explanation;
  const lines = [`${style.bold(`${method} ${path}`)} ${foundText(explanation)}.`];
  const all = steps.filter(({ mount, forErrors }) => !mount && !forErrors).length;
  if (all === 0) {
    lines.push(`Nothing runs: the answer is ${unansweredText(method)}.`);
    return lines.join('\n');
  }
  lines.push(`${count(all, 'layer')} would run, in this order, until one does not call next:`, '');
  steps.forEach((step, i) => {
    lines.push(...stepLines(step, style));
    if (step.mount && (steps[i + 1]?.depth ?? 0) <= step.depth) lines.push('   Nothing in it matches.');
  });
  if (steps.every(({ methods }) => methods === null)) {
    lines.push('', `No route is among them: unless one of them answers, it is ${unansweredText(method)}.`);
  }
  return lines.join('\n');
}

/** Express answers OPTIONS itself if there are routes for other methods. */
function unansweredText(method: string): string {
  return method === 'OPTIONS' ? 'a list of the methods that have routes here, or a 404 if none has' : 'a 404';
}

function foundText({ leaf, reason }: ExplanationView): string {
  if (reason === 'overlap') {
    return 'ends where too many layers overlap, so that every layer is asked in turn, as Express does';
  }
  if (leaf === null) return 'is an unusual path, for which every layer is asked in turn, as Express does';
  if (leaf === 'no leaf') return 'ends in no leaf of the tree';
  return `ends in the leaf ${leaf}`;
}

const WHY: Record<StepView['why'], string> = {
  certain: 'known to match when the table was compiled, so nothing is asked',
  guarded: 'may match paths of this leaf, so its pattern is asked, and matches',
  opaque: 'only its own regular expression can tell, which is asked, and matches',
  scanned: 'asked in its turn, and matches',
};

function stepLines(step: StepView, style: Style): string[] {
  const taken = step.methods === null && step.matched !== '' ? `; takes ${step.matched} off the path` : '';
  const place = step.source === null ? '' : style.dim(`  ${placeText(step.source)}`);
  const when = step.forErrors ? 'runs only after an error; ' : '';
  return [`${step.number}. ${style.bold(whatText(step))}${place}`, `   ${when}${WHY[step.why]}${taken}.`];
}

function whatText({ methods, path, name, mount, forErrors }: StepView): string {
  if (methods !== null) return `the route ${methods === '*' ? 'ALL' : methods.join(',')} ${path}`;
  const at = path === '/' ? '' : ` at ${path}`;
  if (mount) return `the router mounted at ${path}`;
  return `the ${forErrors ? 'error handler' : 'middleware'} ${name}${at}`;
}
