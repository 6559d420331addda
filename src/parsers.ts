import { json, raw, text, urlencoded } from './lines/v5/parsers.js';

export { json, raw, text, urlencoded };

/** The parsers as members of a function, as in body-parser, whose function once combined two of them. */
export default Object.assign(bodyParser, { json, raw, text, urlencoded });

function bodyParser(): never {
  throw new Error('The bodyParser() generic has been split into individual middleware to use instead.');
}
