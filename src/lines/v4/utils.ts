/** The helpers of Express 4's `lib/utils`, in the order in which it lists them. */
import disposition from 'content-disposition-v0';
import { format, parse } from 'content-type-v1';
import depd from 'depd';
import { flatten } from '../../registration/flatten.js';
import { createUtils } from '../../utils.js';
import { responseLine4 as response } from './response-line.js';
import { set } from './settings.js';

const deprecate = depd('maglev');
const {
  etag,
  wetag,
  normalizeType,
  normalizeTypes,
  compileETag,
  compileQueryParser,
  compileTrust,
  setCharset,
} = createUtils({
  set,
  response,
  map,
  parameters,
  parse: (type) => parse(type),
  format: (type) => format(type),
});

export default {
  etag,
  wetag,
  isAbsolute: (path: string) => response.isAbsolute(path) || undefined,
  flatten(array: ArrayLike<unknown>, depth?: number | null): unknown[] {
    deprecate('utils.flatten: use array-flatten npm module instead');
    return flatten(array, depth ?? undefined);
  },
  normalizeType,
  normalizeTypes,
  contentDisposition(filename?: string, options?: object): string {
    deprecate('utils.contentDisposition: use content-disposition npm module instead');
    return disposition(filename as string, options);
  },
  compileETag,
  compileQueryParser,
  compileTrust,
  setCharset,
};

/** Unlike in 5.x any object with a length is a list, and one without is an empty list. */
export function map<Result>(types: ArrayLike<string>, normalize: (type: string) => Result): Result[] {
  const normalized: Result[] = [];
  for (let index = 0; index < types.length; index++) normalized.push(normalize(types[index]!));
  return normalized;
}

/** Unlike in 5.x, parts without a value are included, and a value ends at a second equals sign. */
function* parameters(type: string): Iterable<[string, string | undefined]> {
  for (const part of type.split(/ *; */).slice(1)) {
    const [name, value] = part.split(/ *= */);
    yield [name!, value];
  }
}
