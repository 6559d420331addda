import { createParsers } from './parsers/create.js';
import { line5 } from './parsers/line.js';

export const { json, raw, text, urlencoded } = createParsers(line5);

/** As the package body-parser has them: on a function that once was two of them in one. */
export default Object.assign(bodyParser, { json, raw, text, urlencoded });

function bodyParser(): never {
  throw new Error('The bodyParser() generic has been split into individual middleware to use instead.');
}
