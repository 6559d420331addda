import http from 'node:http';
import { applicationBehind, requestAll } from '../harness/responses.js';

/** It changes Express for the whole process: later requests of other applications would end it. */
export const isolated = true;

/** Responds with the result of injecting each request into an application, which gets requests and responses without a socket. */
export function program({ require }) {
  const inject = require('light-my-request');
  const app = applicationBehind(require('express'), (req, res, next) => {
    res.on('finish', () => req.seen.push('finish')).on('close', () => req.seen.push('close'));
    req.seen = [];
    app.seen = req.seen;
    next();
  });
  // Its name would change the length of what is sent here.
  app.disable('x-powered-by');
  return http.createServer(async ({ method, url, headers }, res) => {
    const { statusCode, statusMessage, headers: set, payload } = await inject(app, { method, url, headers });
    await new Promise(setImmediate);
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ statusCode, statusMessage, set, payload, seen: app.seen }));
  });
}

/** Of the injected responses. */
export const volatile = [/(?<="date":")[^"]+/g, /\bat .*/g];

export const cases = {
  'injects requests for every kind of response': (client) => requestAll(client),
};
