import { count, placeText } from '../routes/text.js';
import type { Style } from '../style.js';
import { root } from '../version.js';
import { addressOf, DOCUMENT } from './documents.js';
import type { Finding, Level } from './finding.js';

export function findingsText(findings: readonly Finding[], style: Style): string {
  const paint: Record<Level, (text: string) => string> = {
    error: style.red,
    warning: style.yellow,
    note: style.blue,
  };
  const shown = findings.map((finding) => {
    const { level, rule, message, rewrite, fix } = finding;
    const head = `${paint[level](level)}  ${style.bold(titleOf(finding))}  ${style.dim(findingPlace(finding))}`;
    const hint = fix ? style.dim('  (--fix writes it)') : '';
    const advice = rewrite === undefined ? [] : [`  write ${style.green(rewrite)}${hint}`];
    return [head.trimEnd(), `  ${message} ${style.dim(`[${linkTo(rule, style)}]`)}`, ...advice].join('\n');
  });
  return [...shown, style.dim(`Each rule has a section in ${placeText(root + DOCUMENT)}`)].join('\n\n');
}

/** `file:line` of a layer, `file:line:column` of code. */
function findingPlace({ source, column }: Finding): string {
  return column === undefined ? placeText(source) : `${placeText(source)}:${column}`;
}

/** The layer or the code that a finding is about. */
export function titleOf({ methods, path, code }: Finding): string {
  return code ?? `${methods.join(',')} ${path}`;
}

/** The name of a rule, as a link to its section in terminals that support links. */
function linkTo(rule: Finding['rule'], style: Style): string {
  if (style.dim(rule) === rule) return rule;
  return `\x1b]8;;${addressOf(rule)}\x1b\\${rule}\x1b]8;;\x1b\\`;
}

export function totalText(name: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return `${name}: nothing found`;
  const levels: Level[] = ['error', 'warning', 'note'];
  const totals = levels.map((level) => count(findings.filter((one) => one.level === level).length, level));
  return `${name}: ${totals.join(', ')}`;
}
