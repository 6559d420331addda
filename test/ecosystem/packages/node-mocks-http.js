import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import { applicationBehind, requestAll } from '../harness/responses.js';

/** Responds with what an application has done with mocks of a request and a response. */
export function program({ require }) {
  const { createRequest, createResponse } = require('node-mocks-http');
  const app = applicationBehind(require('express'));
  // Its name would change the length of what is sent here.
  app.disable('x-powered-by');
  return http.createServer(async ({ method, url, headers }, res) => {
    const req = createRequest({ method, url, headers });
    const mock = createResponse({ req, eventEmitter: EventEmitter });
    const seen = [];
    for (const name of ['send', 'render', 'redirect', 'finish', 'end', 'close', 'error'])
      mock.on(name, () => seen.push(name));
    const ended = once(mock, 'end');
    let passed = 'nothing';
    const isPassed = new Promise((resolve) => {
      app(req, mock, (error) => resolve((passed = String(error))));
    });
    await Promise.race([ended, isPassed]);
    await new Promise(setImmediate);
    res.setHeader('Content-Type', 'application/json');
    const { statusCode, statusMessage, headersSent, writableEnded } = mock;
    const data = Buffer.concat([mock._getBuffer(), Buffer.from(String(mock._getData()))]).toString('base64');
    res.end(
      JSON.stringify({
        passed,
        seen,
        statusCode,
        statusMessage,
        headersSent,
        writableEnded,
        data,
        set: mock._getHeaders(),
      }),
    );
  });
}

/** Of the mocks. */
export const volatile = [/(?<="date":")[^"]+/g];

/** The mocks are no streams: files are not piped into them, and `flushHeaders` is missing. */
export const cases = {
  'calls the mocks as Express does'(client) {
    return requestAll(client);
  },
};
