/** What the package body-parser exports: a deprecated function with the parsers as members. */

import depd from 'depd';
import type { Next } from '../contracts/handler.js';
import { json, raw, text, urlencoded } from '../lines/v4/parsers.js';

const deprecate = depd('maglev');

/** As body-parser 1, which Express 4 uses. */
export const bodyParser4 = Object.assign(bodyParser, { json, raw, text, urlencoded });

/** @deprecated */
function bodyParser(options?: object) {
  deprecate('bodyParser: use individual json/urlencoded middlewares');
  // The option `type` is ignored: each parser reads its own.
  const own = Object.create(options ?? null, { type: { value: undefined } });
  const readJson = json(own);
  const readForm = urlencoded(own);
  return function bodyParser(req: any, res: any, next: Next): void {
    readJson(req, res, (error: unknown) => (error ? next(error) : readForm(req, res, next)));
  };
}
