import { EventEmitter } from 'node:events';
import depd from 'depd';
import { createFactory, type Parts } from './create.js';
import application, { connect } from './lines/application3.js';
import { requestClass } from './lines/message3.js';
import { mime } from './lines/mime3.js';
import { definePackaged } from './lines/packaged3.js';
import * as parsers from './lines/parsers3.js';
import query from './lines/query3.js';
import request from './lines/request3.js';
import response from './lines/response3.js';
import { Route } from './lines/route3.js';
import { Router } from './lines/router3.js';
import serveStatic from './lines/static3.js';

const deprecate = depd('maglev');

const parts = { application, request, response, requestClass } as unknown as Parts;
const createApplication = createFactory(parts, (app) => {
  Object.assign(app, connect, EventEmitter.prototype, { route: '/', stack: [] }, application);
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

export { bodyParser, json, urlencoded } from './lines/parsers3.js';
export { application, createServer, mime, query, Route, Router, request, response, serveStatic as static };

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
