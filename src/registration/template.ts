import type { MatchOptions } from '../../compiler/ir.js';

/** A part of a path template. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** One segment or a part of one. */
  | { readonly kind: 'segment'; readonly name: string }
  /** One segment or more, given as an array. */
  | { readonly kind: 'segments'; readonly name: string }
  /** Any number of segments, as an array or one string. */
  | { readonly kind: 'rest'; readonly name: string }
  /** Omitted if a value is missing. */
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

export interface Template {
  readonly parts: readonly Part[];
  /** Whether the template's path matches a filled-in one. */
  matches(text: string): boolean;
}

/** Parses a path in a line's grammar; null if it cannot be filled in. */
export type ReadTemplate = (path: string, options: MatchOptions) => Template | null;

export type Values = Readonly<Record<string, unknown>>;

/** Fills in the values. Names without a value are added to `missing`. */
export function fillParts(parts: readonly Part[], values: Values, missing: Set<string>): string {
  return parts.map((part) => fillPart(part, values, missing)).join('');
}

function fillPart(part: Part, values: Values, missing: Set<string>): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'optional') {
    const missingInPart = new Set<string>();
    const text = fillParts(part.parts, values, missingInPart);
    return missingInPart.size === 0 ? text : '';
  }
  const { name, kind } = part;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    missing.add(name);
    return '';
  }
  const text = kind === 'segment' ? encodeValue(name, value) : encodeSegments(part, value).join('/');
  if (text === '' && kind !== 'rest') throw new TypeError(`the parameter ${name} is empty`);
  return text;
}

function encodeSegments({ kind, name }: Extract<Part, { name: string }>, value: unknown): string[] {
  const list = Array.isArray(value) ? value : kind === 'rest' ? String(value).split('/') : [value];
  return list.map((one) => encodeValue(name, one));
}

function encodeValue(name: string, value: unknown): string {
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) {
    const got = Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
    throw new TypeError(`the parameter ${name} must be a string or a number, but is ${got}`);
  }
  return encodeURIComponent(String(value));
}
