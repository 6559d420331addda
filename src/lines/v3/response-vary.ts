import type { ServerResponse } from 'node:http';

/** Adds fields to the Vary header by the rule of 3.x, which refuses separators and takes anything else for a name. */
export function addToVary(res: ServerResponse, field: unknown): void {
  const fields: string[] = Array.isArray(field) ? field : namesIn(String(field));
  if (fields.some((name) => SEPARATOR.test(name))) {
    throw new TypeError('field argument contains an invalid header');
  }
  const value = merged([res.getHeader('Vary') || ''].flat().join(', '), fields);
  if (value) res.setHeader('Vary', value);
}

const SEPARATOR = /[\t "(),/:;<=>?@[\\\]{}]/;

function merged(present: string, added: readonly string[]): string {
  const known = namesIn(present.toLowerCase());
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

function namesIn(list: string): string[] {
  return list.trim().split(/ *, */);
}
