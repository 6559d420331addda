/** The parsers as the package body-parser has them: on a function that once was all of them in one. */
import depd from 'depd';
import * as parsers4 from '../lines/parsers4.js';
import * as parsers5 from '../parsers.js';
import type { Next } from '../registration/layer.js';

const deprecate = depd('maglev');

/** As body-parser 1, which comes with 4.x. */
export const bodyParser4 = Object.assign(bodyParser, named(parsers4));

/** As body-parser 2, which comes with 5.x. */
export const bodyParser5 = Object.assign(removed, named(parsers5));

/** @deprecated */
function bodyParser(options?: object) {
  deprecate('bodyParser: use individual json/urlencoded middlewares');
  // Each of them reads its own type, whatever the options say.
  const own = Object.create(options ?? null, { type: { value: undefined } });
  const readJson = parsers4.json(own);
  const readForm = parsers4.urlencoded(own);
  return function bodyParser(req: any, res: any, next: Next): void {
    readJson(req, res, (error: unknown) => (error ? next(error) : readForm(req, res, next)));
  };
}

function removed(): never {
  throw new Error('bodyParser() is gone: use bodyParser.json() and bodyParser.urlencoded()');
}

function named<Parsers extends typeof parsers4 | typeof parsers5>({ json, raw, text, urlencoded }: Parsers) {
  return { json, raw, text, urlencoded };
}
