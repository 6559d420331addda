/** Options are checked once, when a parser is created. */
import type { ServerResponse } from 'node:http';
import bytes from 'bytes';
import type { BodyRequest, ParserLine } from './line.js';

export type Verify = (req: BodyRequest, res: ServerResponse, body: Buffer, charset: string | null) => void;
export type TypeTest = (req: BodyRequest) => unknown;
export type Options = Record<string, any> | null | undefined;
export type Kind = 'json' | 'raw' | 'text' | 'urlencoded';

export interface CommonOptions {
  readonly inflate: boolean;
  readonly limit: number;
  readonly type: string | readonly unknown[] | TypeTest;
  readonly verify: Verify | null;
  readonly defaultCharset: string;
}

export function commonOptions(options: Options, kind: Kind, line: ParserLine): CommonOptions {
  const { defaults } = line;
  return {
    inflate: options?.inflate !== false,
    limit: readLimit(options?.limit, defaults.limit),
    type: readType(options?.type || defaults.types[kind]),
    verify: readVerify(options?.verify || null),
    defaultCharset: readCharset(
      (kind !== 'raw' && line.defaultCharset[kind] && options?.defaultCharset) || defaults.charset,
    ),
  };
}

/** @throws a TypeError that names the option, its value and what is accepted */
export function throwInvalidOption(lead: string, value: unknown, accepted: string): never {
  throw new TypeError(`${lead} (got ${describe(value)}; accepted: ${accepted})`);
}

function readLimit(value: unknown, standard: number): number {
  if (value === undefined || value === null) return standard;
  const limit = bytes.parse(value);
  if (limit !== null) return limit;
  return throwInvalidOption(
    `option limit "${String(value)}" is invalid`,
    value,
    "a number of bytes or a text such as '100kb' or '1mb'",
  );
}

function readVerify(value: unknown): Verify | null {
  if (value === null || typeof value === 'function') return value as Verify | null;
  return throwInvalidOption('option verify must be function', value, 'a function (req, res, body, charset)');
}

function readType(value: unknown): CommonOptions['type'] {
  if (typeof value === 'string' || typeof value === 'function') return value as string | TypeTest;
  // Copied, because results by Content-Type are cached.
  if (Array.isArray(value)) return value.slice();
  return throwInvalidOption(
    'option type is invalid',
    value,
    'a media type, an extension, a list of these or a function (req)',
  );
}

function readCharset(value: unknown): string {
  if (typeof value === 'string') return value;
  return throwInvalidOption(
    'option defaultCharset must be a string',
    value,
    "the name of a charset such as 'utf-8'",
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}
