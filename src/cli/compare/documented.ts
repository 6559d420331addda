/** Finds which differences are deliberate: those that docs/differences.md lists, and that requests can show. */
import { placeText } from '../routes/text.js';
import { root } from '../version.js';
import type { Comparison } from './equality.js';

const DOCUMENT = 'docs/differences.md';

interface Documented {
  /** The start of its row in the document. */
  readonly row: string;
  readonly lines: readonly string[];
  readonly isIt: (comparison: Comparison) => boolean;
}

export const DOCUMENTED: readonly Documented[] = [
  {
    row: 'JSON bodies with a `__proto__` key, or a `constructor` key whose value has a `prototype` key',
    lines: ['3', '4', '5'],
    isIt: (one) => hasStatus(one, 400) && isPoisoned(one.request.body),
  },
  {
    row: '3.x: a path that cannot be decoded',
    lines: ['3'],
    isIt: (one) => hasStatus(one, 400) && !isDecodable(one.request.path),
  },
];

/** The row of the document about the differences of a request; null if they are not documented. */
export function documentedRow(comparison: Comparison, line: string): string | null {
  const found = DOCUMENTED.find(({ lines, isIt }) => lines.includes(line) && isIt(comparison));
  return found?.row ?? null;
}

/** Where to read about it. */
export function documentedText(row: string): string {
  return `Deliberate: "${row}" in ${placeText(root + DOCUMENT)}`;
}

/** Whether only maglev responds with a status. */
function hasStatus({ differences }: Comparison, status: number): boolean {
  return differences.some(({ what, maglev }) => what === 'status' && maglev.startsWith(`${status} `));
}

function isPoisoned(body: Buffer | null): boolean {
  try {
    return hasPoison(JSON.parse(String(body)));
  } catch {
    return false;
  }
}

function hasPoison(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const own = Object.hasOwn(value, 'constructor') ? Object(value.constructor) : {};
  return (
    Object.hasOwn(value, '__proto__') ||
    Object.hasOwn(own, 'prototype') ||
    Object.values(value).some(hasPoison)
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
}
