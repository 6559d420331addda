import { isSimple } from '../../../compiler/simple.js';
import type { Layer } from '../inspect/steps.js';
import { type Finding, finding, type Subject } from './finding.js';
import { backtrackingOf, type Growth } from './regexp/backtracking.js';

const MESSAGES: Record<Growth, string> = {
  exponential:
    'can hang on a short path: a repeated part can match the same text in several ways, and each further character doubles the work.',
  polynomial:
    'gets slow on long paths: two repeated parts in a row can match the same text, and all ways to split it are tried.',
};

/** Finds patterns with catastrophic backtracking. */
export function backtrackingRule({ inspection, entries }: Subject): Finding[] {
  return entries.flatMap((entry) => {
    const growths = regexpsOf(entry.layer, inspection.line).map(backtrackingOf);
    const growth = growths.find((one) => one === 'exponential') ?? growths.find((one) => one !== null);
    if (!growth) return [];
    const level = growth === 'exponential' ? 'error' : 'warning';
    return [finding(entry, { rule: 'backtracking', level, message: `its pattern ${MESSAGES[growth]}` })];
  });
}

/** In 5.x only RegExps can have it, not paths. */
function regexpsOf({ matcher, regexp, path, refused }: Layer, line: string): RegExp[] {
  if (matcher.kind !== 'regexps' || refused || isSimple(path) || (line === '5' && !regexp)) return [];
  return matcher.regexps.map(([source, flags]) => new RegExp(source, flags));
}
