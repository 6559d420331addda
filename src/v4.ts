import type { Parts } from './create.js';
import { createFactory } from './create.js';
import application, { fieldsBeforeInit, reachesInit } from './lines/v4/application.js';
import { createRequestClass } from './lines/v4/message.js';
import * as parsers from './lines/v4/parsers.js';
import query from './lines/v4/query.js';
import { defineRemoved } from './lines/v4/removed.js';
import request from './lines/v4/request.js';
import response from './lines/v4/response.js';
import Route from './lines/v4/route.js';
import { Router } from './lines/v4/router.js';
import serveStatic from './lines/v4/static.js';

export { json, raw, text, urlencoded } from './lines/v4/parsers.js';
export { application, query, Route, Router, request, response, serveStatic as static };

/**
 * Make an application of the 4.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/files/*', (req, res) => res.send(req.params[0]));
 * app.listen(3000);
 */
const maglev = Object.assign(
  createFactory({
    application,
    request,
    response,
    createRequestClass,
    reachesInit,
    fieldsBeforeInit,
  } as unknown as Parts),
  {
    application,
    request,
    response,
    Route,
    Router,
    json: parsers.json,
    query,
    raw: parsers.raw,
    static: serveStatic,
    text: parsers.text,
    urlencoded: parsers.urlencoded,
  },
);
defineRemoved(maglev);

export default maglev;
