import { count, placeText } from '../routes/text.js';
import type { Style } from '../style.js';
import type { Finding, Level } from './finding.js';

export function findingsText(findings: readonly Finding[], style: Style): string {
  const paint: Record<Level, (text: string) => string> = {
    error: style.red,
    warning: style.yellow,
    note: style.blue,
  };
  return findings
    .map(({ level, rule, methods, path, source, message, rewrite }) => {
      const head = `${paint[level](level)}  ${style.bold(`${methods.join(',')} ${path}`)}  ${style.dim(placeText(source))}`;
      const advice = rewrite === undefined ? [] : [`  write ${style.green(rewrite)}`];
      return [head.trimEnd(), `  ${message} ${style.dim(`[${rule}]`)}`, ...advice].join('\n');
    })
    .join('\n\n');
}

export function totalText(name: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return `${name}: nothing found`;
  const levels: Level[] = ['error', 'warning', 'note'];
  const totals = levels.map((level) => count(findings.filter((one) => one.level === level).length, level));
  return `${name}: ${totals.join(', ')}`;
}
