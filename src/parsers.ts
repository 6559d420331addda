import { json, raw, text, urlencoded } from './lines/v5/parsers.js';

export { json, raw, text, urlencoded };

/** As the package body-parser has them: on a function that once was two of them in one. */
export default Object.assign(bodyParser, { json, raw, text, urlencoded });

function bodyParser(): never {
  throw new Error('The bodyParser() generic has been split into individual middleware to use instead.');
}
