import { createFactory } from './create.js';
import * as parsers from './parsers.js';
import application from './registration/application.js';
import request from './request/prototype.js';
import response from './response/prototype.js';
import Router, { Route } from './router.js';
import serveStatic from './static.js';

export { json, raw, text, urlencoded } from './parsers.js';
export { application, Route, Router, request, response, serveStatic as static };

/**
 * Make an application.
 *
 * @example
 * const app = maglev();
 * app.get('/', (req, res) => res.send('hello'));
 * app.listen(3000);
 */
const maglev = Object.assign(createFactory({ application, request, response }), {
  application,
  request,
  response,
  Route,
  Router,
  json: parsers.json,
  raw: parsers.raw,
  static: serveStatic,
  text: parsers.text,
  urlencoded: parsers.urlencoded,
});

export default maglev;
