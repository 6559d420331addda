import type { Pattern } from '../../../compiler/ir.js';
import type { LeafView } from '../../../compiler/view.js';
import type { Handler } from '../inspect/inspection.js';
import { kindOf } from '../inspect/rows.js';
import { type Layer, type LeafStep, leavesOf, type Program, stepsOf } from '../inspect/steps.js';
import { placeText } from '../routes/text.js';
import { type Entry, type Finding, finding, type Subject } from './finding.js';
import { samplesOf } from './samples.js';

/** Any method without its own routes. */
const OTHER = '*';

/**
 * Finds routes that no request may reach. It cannot be decided whether a handler calls `next`, so findings are possible, not
 * proven. The dispatch lists show the rest: a route is shadowed if in each of its leaves, a layer before it matches every path
 * of the leaf.
 */
export function shadowRule({ inspection, entries }: Subject): Finding[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const shadows = shadowsOf(inspection.program);
  const findings = entries.flatMap((entry) => {
    const shadow = shadows.get(entry.key);
    if (!shadow) return [];
    return [
      describe(
        entry,
        keysOf(shadow).map((key) => byKey.get(key)!),
        shadow.open,
      ),
    ];
  });
  const reported = new Set(findings.map(({ key }) => key));
  return [...findings, ...findRenamed(entries.filter(({ key }) => !reported.has(key)))];
}

/** The layers that come before a route in all of its leaves. */
interface Shadow {
  readonly keys: Set<string>;
  /** Layers that come before it in each of its leaves, so that each of them is sufficient. */
  everywhere: readonly FinalStep[];
  /** Whether one of them has a parameter for `next`, and so may call it. */
  open: boolean;
}

/** The shadows of routes, by key. */
function shadowsOf(program: Program): Map<string, Shadow> {
  const shadows = new Map<string, Shadow>();
  const reachable = new Set<string>();
  for (const index of program.indexes) {
    const { methods } = index;
    const lists = new Set([...leavesOf(index)].flatMap((leaf: LeafView) => leaf));
    for (const list of lists) {
      if (list === null) continue;
      const steps = stepsOf(program, list);
      for (const method of methods.flatMap((name) =>
        name === OTHER ? [OTHER, 'HEAD', 'OPTIONS'] : [name],
      )) {
        findShadows(steps, method, shadows, reachable);
      }
    }
  }
  for (const key of reachable) shadows.delete(key);
  return shadows;
}

function findShadows(
  steps: readonly LeafStep[],
  method: string,
  shadows: Map<string, Shadow>,
  reachable: Set<string>,
): void {
  const finals: FinalStep[] = [];
  for (const step of steps) {
    const { key, layer } = step;
    if (kindOf(layer) === 'route' && !layer.refused && isRegisteredFor(layer, method)) {
      const before = finals.filter((final) => final.step.certain || matchesAllOf(final.step, step));
      const first = before.find((final) => !final.open) ?? before[0];
      if (first === undefined) reachable.add(key);
      else addShadow(shadows, key, first, before);
    }
    const last = lastHandler(layer, method);
    if (last !== null) finals.push({ step, open: last.arity === 0 || last.arity > 2 });
  }
}

/** A step that may end a request. */
interface FinalStep {
  readonly step: LeafStep;
  readonly open: boolean;
}

function addShadow(
  shadows: Map<string, Shadow>,
  key: string,
  { step, open }: FinalStep,
  before: readonly FinalStep[],
): void {
  const shadow = shadows.get(key) ?? { keys: new Set(), everywhere: before, open: false };
  const here = new Set(before.map((final) => final.step.key));
  shadow.everywhere = shadow.everywhere.filter((final) => here.has(final.step.key));
  shadow.keys.add(step.key);
  shadow.open ||= open;
  shadows.set(key, shadow);
}

/** The layers to name: one that is sufficient alone, or all of them. */
function keysOf({ keys, everywhere, open }: Shadow): string[] {
  const alone = everywhere.find((final) => final.open === open);
  return alone ? [alone.step.key] : [...keys];
}

/** Whether a route was registered for a method; one for GET also handles HEAD, but does not count here. */
function isRegisteredFor({ methods }: Layer, method: string): boolean {
  return methods === '*' ? method === OTHER : methods!.includes(method);
}

/** The function that may end a request here: of a route, or of a middleware without a parameter for `next`. */
function lastHandler(layer: Layer, method: string): Handler | null {
  const { methods, handlers } = layer;
  const kind = kindOf(layer);
  if (kind === 'route') return methods === '*' || methods!.includes(method) ? handlers.at(-1)! : null;
  const [handler] = handlers;
  return kind === 'middleware' && handler!.arity > 0 && handler!.arity < 3 ? handler! : null;
}

/** Whether a layer that needs a match matches everything that another one of its router does, judged by samples. */
function matchesAllOf({ key, layer }: LeafStep, other: LeafStep): boolean {
  if (routerOf(key) !== routerOf(other.key)) return false;
  if (layer.matcher.kind === 'star') return true;
  if (layer.matcher.kind !== 'regexps') return false;
  if (layer.path === other.layer.path) return true;
  const samples = samplesOf(other.layer.pattern);
  const regexps = layer.matcher.regexps.map(
    ([source, flags]) => new RegExp(source, flags.replace(/[gy]/g, '')),
  );
  return samples.length > 0 && samples.every((sample) => regexps.some((regexp) => regexp.test(sample)));
}

function routerOf(key: string): string {
  return key.slice(0, key.lastIndexOf('.') + 1);
}

function describe(entry: Entry, before: readonly Entry[], open: boolean): Finding {
  const level = open ? 'note' : 'warning';
  const only = open ? 'only if that calls next, which it declares' : 'only if that calls next';
  const by = before
    .map(({ row }) => `${titleOf(row)}${row.source ? ` (${placeText(row.source)})` : ''}`)
    .join(' and ');
  const [first] = before;
  if (before.length === 1 && first!.row.kind === 'route') {
    if (first!.row.path === entry.row.path) {
      const message = `is registered twice: ${by} comes first, and this one runs ${only}.`;
      return finding(entry, { rule: 'duplicate', level, message });
    }
    if (shapeOf(entry) !== null && shapeOf(entry) === shapeOf(first!)) {
      const message = `differs from ${by} only in the names of its parameters, and runs ${only}.`;
      return finding(entry, { rule: 'parameter-names', level, message });
    }
  }
  const message = `is possibly shadowed by ${by}, which comes first and matches every path that this one matches: it runs ${only}.`;
  return finding(entry, { rule: 'possibly-shadowed', level, message });
}

function titleOf({ kind, methods, path, name }: Entry['row']): string {
  return kind === 'route'
    ? `${methods.join(',')} ${path}`
    : `the middleware ${name || 'without a name'} at ${path}`;
}

/** Routes of one path for different methods whose parameters have different names. */
function findRenamed(entries: readonly Entry[]): Finding[] {
  const known = new Map<string, Entry>();
  return entries.flatMap((entry) => {
    const shape = entry.row.kind === 'route' ? shapeOf(entry) : null;
    if (shape === null) return [];
    const first = known.get(shape);
    if (first === undefined) known.set(shape, entry);
    if (first === undefined || first.row.path === entry.row.path) return [];
    const message = `differs from ${titleOf(first.row)} only in the names of its parameters.`;
    return [finding(entry, { rule: 'parameter-names', level: 'note', message })];
  });
}

/** The complete path without the names of parameters; null if it has none, or contains more than parameters and text. */
function shapeOf({ row, layer }: Entry): string | null {
  if (!isPlain(layer.pattern)) return null;
  const shape = row.path.replace(/:\w+/g, ':');
  return shape.includes(':') && !/[{}*()?+^$\\|]/.test(shape) ? shape : null;
}

function isPlain(pattern: Pattern): boolean {
  return pattern?.length === 1 && pattern[0]!.every(({ kind }) => kind === 'text' || kind === 'param');
}
