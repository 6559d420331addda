/** The helpers of Express 5's `lib/utils`. */
import { METHODS } from 'node:http';
import { format, parse } from 'content-type';
import { createUtils } from '../../utils.js';
import { responseLine5 as response } from './response-line.js';
import { set } from './settings.js';

export default {
  methods: METHODS.map((method) => method.toLowerCase()),
  ...createUtils({
    set,
    response,
    map,
    parameters,
    parse: (type) => parse(type),
    format: (type) => format(type),
  }),
};

function map<Result>(types: string[], normalize: (type: string) => Result): Result[] {
  return types.map((type) => normalize(type));
}

/** Parts between semicolons; those without a value are skipped. */
function* parameters(type: string): Iterable<[string, string]> {
  for (const part of type.split(';').slice(1)) {
    const equals = part.indexOf('=');
    if (equals !== -1) yield [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
  }
}
