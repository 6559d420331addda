/** Parses urlencoded text as qs does: flat text by form-keys.ts or fast-querystring, all else by the line's version of qs. */
import type { IParseOptions } from 'qs';
import type { FormKeys } from './form-keys.js';
import { isFlat } from './pairs.js';

// Taken when loaded: tests of applications replace it later.
const { max } = Math;

export interface QueryOptions {
  readonly parameterLimit: number;
  readonly depth: any;
  readonly charsetSentinel: any;
  readonly interpretNumericEntities: any;
}

/** `count` is the number of parameters in the text, `keys` has the keys of earlier texts. */
export type QueryParser = (
  text: string,
  count: number,
  charset: string,
  options: QueryOptions,
  keys: FormKeys,
) => Record<string, unknown>;

/** `parse` of qs. */
export type ParseNested = (text: string, options: IParseOptions) => Record<string, unknown>;

/** The smallest `arrayLimit`, as in body-parser. */
const EXTENDED_ARRAY_LIMIT = 100;

/** For `extended: false`: values are strings, or arrays of strings for repeated keys. */
export function createParseSimple(parse: ParseNested): QueryParser {
  return (text, count, charset, options, keys) => {
    if (canSkipQs(text, charset, options)) return keys.read(text);
    return parse(text, qsOptions(count, charset, { ...options, depth: 0 }));
  };
}

/** For `extended: true`: brackets in keys make objects and arrays. */
export function createParseExtended(parse: ParseNested): QueryParser {
  return (text, count, charset, options, keys) => {
    if (canSkipQs(text, charset, options)) return keys.read(text);
    return parse(text, qsOptions(max(EXTENDED_ARRAY_LIMIT, count), charset, options));
  };
}

/** Only qs implements the charset options. */
function canSkipQs(text: string, charset: string, { charsetSentinel }: QueryOptions): boolean {
  return charset === 'utf-8' && charsetSentinel !== true && isFlat(text);
}

function qsOptions(arrayLimit: number, charset: string, options: QueryOptions): IParseOptions {
  return {
    ...(options as object),
    charset: charset as 'utf-8',
    allowPrototypes: true,
    arrayLimit,
    strictDepth: true,
  };
}
