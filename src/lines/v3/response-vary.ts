import type { ServerResponse } from 'node:http';

/** Adds fields to the Vary header by the rules of 3.x, which rejects separators and accepts any other name. */
export function addToVary(res: ServerResponse, field: unknown): void {
  const fields: string[] = Array.isArray(field) ? field : splitNames(String(field));
  if (fields.some((name) => SEPARATOR.test(name))) {
    throw new TypeError('field argument contains an invalid header');
  }
  const value = mergeNames([res.getHeader('Vary') || ''].flat().join(', '), fields);
  if (value) res.setHeader('Vary', value);
}

const SEPARATOR = /[\t "(),/:;<=>?@[\\\]{}]/;

function mergeNames(present: string, added: readonly string[]): string {
  const known = splitNames(present.toLowerCase());
  if (known.includes('*') || added.includes('*')) return '*';
  let value = present;
  for (const name of added) {
    const key = name.toLowerCase();
    if (known.includes(key)) continue;
    known.push(key);
    value += value ? `, ${name}` : name;
  }
  return value;
}

function splitNames(list: string): string[] {
  return list.trim().split(/ *, */);
}
