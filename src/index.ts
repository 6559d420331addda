import { createFactory } from './create.js';
import application, { fieldsBeforeInit, reachesInit } from './lines/v5/application.js';
import request from './lines/v5/request.js';
import response from './lines/v5/response.js';
import serveStatic from './lines/v5/static.js';
import * as parsers from './parsers.js';
import Router, { Route } from './router.js';

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
const maglev = Object.assign(
  createFactory({ application, request, response, reachesInit, fieldsBeforeInit }),
  {
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
  },
);

export default maglev;
