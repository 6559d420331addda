import { type Entry, type Finding, finding, type Subject } from './finding.js';

/** Names of middleware that only affects the layers after it. */
const GUARD =
  /auth|login|logged|protect|guard|require|ensure|verify|jwt|token|limit|session|cookie|csrf|cors|helmet|parser$|compress|logger|sanitiz|initialize/i;

/** Finds middleware that comes after the routes it should guard. */
export function orderRule({ entries }: Subject): Finding[] {
  return entries.flatMap((entry, at) => {
    const { row, layer } = entry;
    if (row.kind !== 'middleware' || !GUARD.test(layer.name)) return [];
    const guarded = (other: Entry) => other.row.kind === 'route' && isBelow(other, entry);
    const before = entries.slice(0, at).filter(guarded);
    if (before.length === 0) return [];
    const after = entries.slice(at).filter(guarded).length;
    const [first] = before;
    const rest = before.length === 1 ? '' : ` and ${before.length - 1} more`;
    const missed = `${first!.row.methods.join(',')} ${first!.row.path}${rest}`;
    const message =
      after === 0
        ? `${layer.name} comes after all routes that it could guard: ${missed} run without it.`
        : `${layer.name} comes after some routes: ${missed} run without it.`;
    return [finding(entry, { rule: 'late-middleware', level: after === 0 ? 'warning' : 'note', message })];
  });
}

/** Whether a layer is in the same router as a middleware, or mounted in it, and below its path. */
function isBelow(other: Entry, { key, row, layer }: Entry): boolean {
  const router = key.slice(0, key.lastIndexOf('.') + 1);
  if (!other.key.startsWith(router)) return false;
  return layer.slash || other.row.path === row.path || other.row.path.startsWith(`${row.path}/`);
}
