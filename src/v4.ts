import type { Parts } from './create.js';
import { createFactory } from './create.js';
import application from './lines/application4.js';
import * as parsers from './lines/parsers4.js';
import query from './lines/query4.js';
import { refuseRemoved } from './lines/removed4.js';
import request from './lines/request4.js';
import response from './lines/response4.js';
import { Route, Router } from './lines/router4.js';
import { send } from './lines/send4.js';
import { createStatic } from './static.js';

const serveStatic = Object.assign(createStatic(send), { mime: send.mime });

export { json, raw, text, urlencoded } from './lines/parsers4.js';
export { application, query, Route, Router, request, response, serveStatic as static };

/**
 * Make an application of the 4.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/files/*', (req, res) => res.send(req.params[0]));
 * app.listen(3000);
 */
const maglev = Object.assign(createFactory({ application, request, response } as unknown as Parts), {
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
});
refuseRemoved(maglev);

export default maglev;
