import type { MatchOptions } from '../../compiler/ir.js';

/** A piece of a path that is to be filled in. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** One segment, or a part of one. */
  | { readonly kind: 'segment'; readonly name: string }
  /** One segment or more, given as an array. */
  | { readonly kind: 'segments'; readonly name: string }
  /** Any number of segments, which may be given as one text. */
  | { readonly kind: 'rest'; readonly name: string }
  /** Left out where it lacks a value. */
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

export interface Template {
  readonly parts: readonly Part[];
  /** Whether the path that was read matches a filled-in one. */
  matches(text: string): boolean;
}

/** Reads a path of a line's grammar; null where nothing can be filled in. */
export type ReadTemplate = (path: string, options: MatchOptions) => Template | null;

export type Values = Readonly<Record<string, unknown>>;

/** The path with values in their places; the names that lack one are added to `missing`. */
export function fill(parts: readonly Part[], values: Values, missing: Set<string>): string {
  return parts.map((part) => fillPart(part, values, missing)).join('');
}

function fillPart(part: Part, values: Values, missing: Set<string>): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'optional') {
    const lacking = new Set<string>();
    const text = fill(part.parts, values, lacking);
    return lacking.size === 0 ? text : '';
  }
  const { name, kind } = part;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    missing.add(name);
    return '';
  }
  const text = kind === 'segment' ? encode(name, value) : segmentsOf(part, value).join('/');
  if (text === '' && kind !== 'rest') throw new TypeError(`the parameter ${name} is empty`);
  return text;
}

function segmentsOf({ kind, name }: Extract<Part, { name: string }>, value: unknown): string[] {
  const list = Array.isArray(value) ? value : kind === 'rest' ? String(value).split('/') : [value];
  return list.map((one) => encode(name, one));
}

function encode(name: string, value: unknown): string {
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) {
    const got = Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
    throw new TypeError(`the parameter ${name} has to be a text or a number, but is ${got}`);
  }
  return encodeURIComponent(String(value));
}
