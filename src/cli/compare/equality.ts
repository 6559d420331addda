/** Whether two servers give the same answers, header for header and byte for byte. */
import type { Answer } from './answer.js';
import type { Request } from './request.js';

export type SideName = 'express' | 'maglev';

/** One thing in which the answers are not the same. */
export interface Difference {
  /** `status`, `header ETag`, `order of headers`, `body`, ... */
  readonly what: string;
  readonly express: string;
  readonly maglev: string;
}

export type Verdict =
  | 'equal'
  /** The same but for parts that are different each time on each side: times, random names. */
  | 'varies'
  | 'different'
  /** Neither side ends its answer, and both began the same one: streams, long polls. */
  | 'unfinished';

export interface Comparison {
  readonly request: Request;
  readonly verdict: Verdict;
  /** The status on the Express side. */
  readonly status: number;
  /** Bytes of the body, if they are the same each time; null if not. */
  readonly length: number | null;
  readonly differences: readonly Difference[];
  readonly varying: readonly string[];
  /** Whether a connection was closed before the answer was complete. */
  readonly isCut: boolean;
  /** Whether `X-Powered-By` names the framework, the only intended difference. */
  readonly named: boolean;
}

/** The default `X-Powered-By` of each side. */
const NAMES: Readonly<Record<SideName, string>> = { express: 'Express', maglev: 'Maglev' };
const ABSENT = '(absent)';

/** The answers of each side to one request, asked several times in the same order. */
export function compare(request: Request, express: readonly Answer[], maglev: readonly Answer[]): Comparison {
  const sides = {
    express: express.map((one) => partsOf(one, 'express')),
    maglev: maglev.map((one) => partsOf(one, 'maglev')),
  };
  const differences: Difference[] = [];
  const varying: string[] = [];
  for (const part of new Set([...sides.express, ...sides.maglev].flatMap((parts) => [...parts.keys()]))) {
    const [ours, theirs] = [sides.maglev, sides.express].map((side) =>
      side.map((parts) => parts.get(part) ?? ABSENT),
    );
    const at = ours!.findIndex((value, i) => value !== theirs![i]);
    if (at === -1) continue;
    if (isVarying(ours!) && isVarying(theirs!)) varying.push(part);
    else differences.push({ what: part, express: theirs![at]!, maglev: ours![at]! });
  }
  const order = compareOrder(express, maglev);
  if (order !== null) differences.push(order);
  return {
    request,
    verdict: verdictOf(express, differences, varying),
    status: express[0]!.status,
    length: isVarying([...express, ...maglev].map(({ body }) => String(body.length)))
      ? null
      : express[0]!.body.length,
    differences,
    varying,
    isCut: [...express, ...maglev].some(({ error }) => error !== null && !error.startsWith('no end')),
    named: express[0]!.headers.some(([name, value]) => isName(name) && value === NAMES.express),
  };
}

function verdictOf(
  express: readonly Answer[],
  differences: readonly Difference[],
  varying: readonly string[],
): Verdict {
  if (differences.length > 0) return 'different';
  if (express.some(({ error }) => error !== null)) return 'unfinished';
  return varying.length > 0 ? 'varies' : 'equal';
}

/** The parts of an answer that are compared. Bodies are decoded as latin1, with one character per byte. */
function partsOf({ status, reason, headers, body, error }: Answer, side: SideName): Map<string, string> {
  const parts = new Map([
    ['answer', error ?? 'whole'],
    ['status', `${status} ${reason}`],
  ]);
  for (const [name, value] of headers) {
    const part = `header ${name.toLowerCase()}`;
    const line = `${name}: ${normalizeHeader(name, value, side)}`;
    const before = parts.get(part);
    parts.set(part, before === undefined ? line : `${before}\n${line}`);
  }
  parts.set('body', body.toString('latin1'));
  return parts;
}

/** Replaces values that are expected to differ. */
function normalizeHeader(name: string, value: string, side: SideName): string {
  if (isName(name) && value === NAMES[side]) return '(the framework)';
  return name.toLowerCase() === 'date' ? '(now)' : value;
}

function isName(header: string): boolean {
  return header.toLowerCase() === 'x-powered-by';
}

/** Compares the order of the headers that both sides have; others are reported as differences already. */
function compareOrder([theirs]: readonly Answer[], [ours]: readonly Answer[]): Difference | null {
  const [express, maglev] = [namesOf(theirs!), namesOf(ours!)];
  const isSame = express.join() === maglev.join();
  const hasSame = express.toSorted().join() === maglev.toSorted().join();
  if (isSame || !hasSame) return null;
  return { what: 'order of headers', express: express.join(', '), maglev: maglev.join(', ') };
}

function namesOf({ headers }: Answer): string[] {
  return headers.map(([name]) => name.toLowerCase());
}

function isVarying(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}
