/** Parses urlencoded text as qs does: flat text with form-keys.ts or fast-querystring, everything else with qs itself. */
import qs from 'qs';
import type { FormKeys } from './form-keys.js';
import { isFlat } from './pairs.js';

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

/** The smallest `arrayLimit`, as in body-parser. */
const EXTENDED_ARRAY_LIMIT = 100;

/** `extended: false`: values are strings, or arrays of strings for repeated keys. */
export const parseSimple: QueryParser = (text, count, charset, options, keys) => {
  if (canSkipQs(text, charset, options)) return keys.read(text);
  return parseByQs(text, count, charset, { ...options, depth: 0 });
};

/** `extended: true`: brackets in keys create objects and arrays. */
export const parseExtended: QueryParser = (text, count, charset, options, keys) => {
  if (canSkipQs(text, charset, options)) return keys.read(text);
  return parseByQs(text, Math.max(EXTENDED_ARRAY_LIMIT, count), charset, options);
};

/** Only qs implements the charset options. */
function canSkipQs(text: string, charset: string, { charsetSentinel }: QueryOptions): boolean {
  return charset === 'utf-8' && charsetSentinel !== true && isFlat(text);
}

function parseByQs(
  text: string,
  arrayLimit: number,
  charset: string,
  options: QueryOptions,
): Record<string, unknown> {
  return qs.parse(text, {
    ...(options as object),
    charset: charset as 'utf-8',
    allowPrototypes: true,
    arrayLimit,
    strictDepth: true,
  });
}
