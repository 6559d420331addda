import type { RoutePlace } from '../inspect/inspection.js';
import type { Row } from '../inspect/rows.js';

/** A route that almost matches a path, and why it does not. */
export interface Miss extends Pick<Row, 'path' | 'methods' | 'source'> {
  readonly why: string;
}

/** The maximum number shown. */
const MOST = 5;

/** The routes that are similar to a request, the most similar first; `ran` are those that match it. */
export function nearMisses(
  method: string,
  path: string,
  rows: readonly Row[],
  otherMethods: readonly RoutePlace[],
  ran: (row: Row) => boolean,
): Miss[] {
  const forOthers = rows.filter((row) => otherMethods.some((other) => isSameRoute(row, other)));
  const others = forOthers.map((row) => missOf(row, `is for ${row.methods.join(',')}`));
  const near = rows
    .filter((row) => row.kind === 'route' && !ran(row) && !forOthers.includes(row))
    .flatMap((row) => {
      const found = compare(path, row.path);
      const away = takes(row, method) ? 0 : FAR;
      return found ? [{ rank: found.rank + away, miss: missOf(row, found.why) }] : [];
    });
  const ranked = [...near, ...others.map((miss) => ({ rank: 0.5, miss }))];
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ miss }) => miss);
}

function missOf({ path, methods, source }: Row, why: string): Miss {
  return { path, methods, source, why };
}

function isSameRoute(row: Row, { source, path }: RoutePlace): boolean {
  return row.kind === 'route' && row.source === source && (row.path.endsWith(path) || path === '/');
}

function takes({ methods }: Row, method: string): boolean {
  return (
    methods.includes(method) || methods.includes('ALL') || (method === 'HEAD' && methods.includes('GET'))
  );
}

/** The rank of a segment that is unrelated to the requested one. */
const FAR = 5;

/** A segment that matches any text, perhaps with its own expression. */
const PARAMETER = /^:(\w+)(?:\((.*)\))?$/;

/** Why a path does not match that of a route, if it is similar; rank 0 is the most similar. */
function compare(path: string, route: string): { rank: number; why: string } | null {
  // Expressions, wildcards and optional parts have no segments that could be compared.
  if (/[*{}^|]|^\/?\(/.test(route.replace(/\([^)]*\)/g, ''))) return null;
  const [requested, own] = [segmentsOf(path), segmentsOf(route)];
  const differing = own.flatMap((segment, i) => refusalOf(segment, requested[i]) ?? []);
  if (requested.length === own.length && differing.length === 1) {
    return differing[0]!.rank < FAR || own.length > 2 ? differing[0]! : null;
  }
  const missing = own.length - requested.length;
  if (missing === 1 && differing.length === 1 && requested.length > 0)
    return { rank: 2, why: `has ${own.at(-1)} after it` };
  if (missing === -1 && differing.length === 0 && own.length > 0)
    return { rank: 2, why: `ends before ${requested.at(-1)}` };
  return null;
}

function segmentsOf(path: string): string[] {
  // A slash in an expression does not separate segments.
  return path.split(/\/(?![^(]*\))/).filter(Boolean);
}

/** Why a segment of a route does not match one of a path; null if it does. */
function refusalOf(own: string, requested: string | undefined): { rank: number; why: string } | null {
  if (requested === undefined) return { rank: 3, why: '' };
  const [, name, expression] = PARAMETER.exec(own) ?? [];
  if (name !== undefined && expression === undefined) return null;
  if (expression !== undefined) {
    return new RegExp(`^(?:${expression})$`, 'i').test(requested)
      ? null
      : { rank: 0, why: `:${name}(${expression}) does not match ${requested}` };
  }
  if (own.includes(':')) return { rank: 1, why: `${own} does not match ${requested}` };
  if (own.toLowerCase() === requested.toLowerCase())
    return own === requested ? null : { rank: 0, why: `is ${own}, and paths are case-sensitive` };
  return isSimilar(own, requested)
    ? { rank: 1, why: `has ${own}, not ${requested}` }
    : { rank: 9, why: `has ${own}, not ${requested}` };
}

/** Whether two words differ by a letter or two: one may be misspelled. */
function isSimilar(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 2) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  return long.length - start - end <= 2 && short.length > 2;
}
