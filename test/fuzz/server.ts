/** The application on one framework, by HTTP, by HTTPS and, where it can, by HTTP/2: `server.ts <side> <line> <folder>`. */
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { Line } from '../support/api.js';
import { answerWith, noteFailures } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { tlsServer } from '../support/tls.js';
import { buildApplication } from './application.js';

const [side, line, folder] = process.argv.slice(2) as [SideName, string, string];

/** Node's own limits, lowered: what waits for bytes that never come is cut off by them, and nobody waits for long. */
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
// Errors are part of the game; their log would be most of what is printed.
console.error = () => {};

answerWith({
  ports: () => [plain, secure, second].map((server) => (server.address() as { port: number }).port),
  failures: () => failures.splice(0),
});
