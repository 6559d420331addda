/** Serves the application of one framework over HTTP, HTTPS and, if supported, HTTP/2: `server.ts <side> <line> <folder>`. */
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Line } from '../support/api.js';
import { handleCalls, noteFailures } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { tlsServer } from '../support/tls.js';
import { buildApplication } from './application.js';

const [side, line, folder] = process.argv.slice(2) as [SideName, string, string];

/** Node's limits, lowered so that connections that wait for bytes are soon closed. */
const timeouts = {
  headersTimeout: 1500,
  requestTimeout: 1500,
  connectionsCheckingInterval: 200,
  keepAliveTimeout: 1500,
};

const app = buildApplication(await loadFramework(side, line), Number(line) as Line, folder);
const plain = http.createServer(timeouts, app).listen(0, '127.0.0.1');
const secure = https.createServer({ ...timeouts, ...tlsServer }, app).listen(0, '127.0.0.1');
const second = http2.createServer(app).listen(0, '127.0.0.1');
await Promise.all([plain, secure, second].map((server) => once(server, 'listening')));

const failures = noteFailures();
// The attacks cause errors; their log would be most of the output.
console.error = () => {};

handleCalls({
  ports: () => [plain, secure, second].map((server) => (server.address() as { port: number }).port),
  failures: () => failures.splice(0),
});
