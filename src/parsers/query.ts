/** From a urlencoded text to an object. qs is the judge; what it would make of plain pairs is made without it. */
import qs from 'qs';
import { isPlain, readPairs } from './pairs.js';

export interface QueryOptions {
  readonly parameterLimit: number;
  readonly depth: any;
  readonly charsetSentinel: any;
  readonly interpretNumericEntities: any;
}

/** `count` is the number of parameters in the text. */
export type QueryParser = (
  text: string,
  count: number,
  charset: string,
  options: QueryOptions,
) => Record<string, unknown>;

/** More items than this are an array only if the body has more parameters than this. */
const EXTENDED_ARRAY_LIMIT = 100;

/** Values are strings, or arrays of them where a key comes more than once. */
export const parsePlain: QueryParser = (text, count, charset, options) => {
  if (isSimple(text, charset, options)) return readPairs(text);
  return parseByQs(text, count, charset, { ...options, depth: 0 });
};

/** Brackets in keys make objects and arrays. */
export const parseExtended: QueryParser = (text, count, charset, options) => {
  if (isSimple(text, charset, options)) return readPairs(text);
  return parseByQs(text, Math.max(EXTENDED_ARRAY_LIMIT, count), charset, options);
};

/** The charset options mean something to qs alone. */
function isSimple(text: string, charset: string, { charsetSentinel }: QueryOptions): boolean {
  return charset === 'utf-8' && charsetSentinel !== true && isPlain(text);
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
