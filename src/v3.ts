import { EventEmitter } from 'node:events';
import depd from 'depd';
import { createFactory, type Parts } from './create.js';
import application, {
  additions,
  connect,
  fieldsBeforeInit,
  methodsBeforeInit,
  reachesInit,
} from './lines/v3/application.js';
import { createRequestClass } from './lines/v3/message.js';
import { mime } from './lines/v3/mime.js';
import { definePackaged, onDemand } from './lines/v3/packaged.js';
import * as parsers from './lines/v3/parsers.js';
import query from './lines/v3/query.js';
import request from './lines/v3/request.js';
import response from './lines/v3/response.js';
import { Route } from './lines/v3/route.js';
import { Router } from './lines/v3/router.js';
import serveStatic from './lines/v3/static.js';
import { defineHidden } from './registration/hidden.js';

const deprecate = depd('maglev');

const parts = {
  application,
  request,
  response,
  createRequestClass,
  reachesInit,
  fieldsBeforeInit,
  methodsBeforeInit,
} as unknown as Parts;
const createApplication = createFactory(parts, (app) => {
  Object.assign(app, connect, EventEmitter.prototype, { route: '/', stack: [] }, application);
  defineHidden(app, additions);
});

/** The name that it had when applications were servers. */
function createServer(): ReturnType<typeof createApplication> {
  deprecate(
    [
      'createServer() is deprecated',
      'express applications no longer inherit from http.Server',
      'please use:',
      '',
      '  var express = require("express");',
      '  var app = express();',
      '\n',
    ].join('\n'),
  );
  return createApplication();
}

export { bodyParser, json, urlencoded } from './lines/v3/parsers.js';
export { application, createServer, mime, query, Route, Router, request, response, serveStatic as static };
export const {
  basicAuth,
  compress,
  cookieParser,
  cookieSession,
  directory,
  errorHandler,
  favicon,
  logger,
  methodOverride,
  multipart,
  responseTime,
  session,
  timeout,
  vhost,
} = onDemand;

/**
 * Make an application of the 3.x line.
 *
 * @example
 * const app = maglev();
 * app.use(maglev.static('public'));
 * app.get('/users/:id', (req, res) => res.send({ id: req.params.id }));
 * app.listen(3000);
 */
const maglev = Object.assign(createApplication, {
  application,
  request,
  response,
  Route,
  Router,
  createServer,
  mime,
  bodyParser: parsers.bodyParser,
  json: parsers.json,
  query,
  static: serveStatic,
  urlencoded: parsers.urlencoded,
});
definePackaged(maglev);

export default maglev;
