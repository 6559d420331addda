import type { Inspection } from '../inspect/inspection.js';
import { rowsOf } from '../inspect/rows.js';
import { allLayers } from '../inspect/steps.js';
import { arityRule } from './arity.js';
import { backtrackingRule } from './backtracking.js';
import { readCode } from './code.js';
import type { Entry, Finding, Level, Rule } from './finding.js';
import { grammarRule } from './grammar.js';
import { orderRule } from './order.js';
import { regexpOnlyRule } from './regexp-only.js';
import { shadowRule } from './shadows.js';

const ABOUT_LAYERS: readonly Rule[] = [
  grammarRule,
  shadowRule,
  backtrackingRule,
  arityRule,
  orderRule,
  regexpOnlyRule,
];
const LEVELS: readonly Level[] = ['error', 'warning', 'note'];

/** All findings about an application, the most severe first. */
export function findingsOf(
  inspection: Inspection,
  installed: string | null = null,
  target: string = inspection.line,
): Finding[] {
  const apps = [inspection, ...inspection.others];
  const subjects = apps.map((one) => ({ inspection: one, installed, target, entries: entriesOf(one) }));
  const layers = subjects.flatMap((subject) => ABOUT_LAYERS.flatMap((rule) => rule(subject))).filter(isFirst);
  const findings = inspection.code === null ? layers : readCode(inspection.code, subjects, layers);
  return findings.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

function entriesOf(inspection: Inspection): Entry[] {
  const rows = rowsOf(inspection);
  return allLayers(inspection.program).map((placed, i) => ({ ...placed, row: rows[i]! }));
}

/** Reports a finding in a router that is mounted several times once, but each layer of a line. */
function isFirst(one: Finding, at: number, all: readonly Finding[]): boolean {
  return one.source === null || all.findIndex((other) => isSameLayer(one, other)) === at;
}

function isSameLayer(a: Finding, b: Finding): boolean {
  const isSame = a.rule === b.rule && a.source === b.source && a.message === b.message;
  return isSame && a.registered === b.registered && String(a.methods) === String(b.methods);
}
