import { EventEmitter } from 'node:events';
import { createFactory, type Parts } from './create.js';
import application, { connect } from './lines/application3.js';
import query from './lines/query3.js';
import request from './lines/request3.js';
import response from './lines/response3.js';
import { Route } from './lines/route3.js';
import { Router } from './lines/router3.js';

export { application, query, Route, Router, request, response };

/**
 * Make an application of the 3.x line.
 *
 * @example
 * const app = maglev();
 * app.get('/', (req, res) => res.send('hello'));
 * app.listen(3000);
 */
const maglev = Object.assign(
  createFactory({ application, request, response } as unknown as Parts, (app) => {
    Object.assign(app, connect, EventEmitter.prototype, { route: '/', stack: [] }, application);
  }),
  { application, request, response, Route, Router, query },
);

export default maglev;
