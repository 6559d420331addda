/** Serves the application of one framework over HTTP, HTTPS and, if supported, HTTP/2: `server.ts <side> <line> <folder>`. */
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type net from 'node:net';
import type { Line } from '../support/api.js';
import { handleCalls, noteFailures } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { tlsServer } from '../support/tls.js';
import { buildApplication } from './application.js';

/** The ports of a pair of servers. */
type Pair = readonly [plain: number, secure: number];

export interface Ports {
  /** Servers that soon close connections that wait for bytes: many attacks do. */
  readonly hasty: Pair;
  /** Servers that no client is too slow for, however busy the machine is. */
  readonly patient: Pair;
  readonly http2: number;
}

/** In milliseconds. */
const HASTY = 1500;
const PATIENT = 60_000;

const [side, line, folder] = process.argv.slice(2) as [SideName, string, string];

const app = buildApplication(await loadFramework(side, line), Number(line) as Line, folder);

/** Servers that wait this long for the rest of a request, and for the next one. */
function startPair(timeout: number): [plain: http.Server, secure: https.Server] {
  const timeouts = {
    headersTimeout: timeout,
    requestTimeout: timeout,
    keepAliveTimeout: timeout,
    connectionsCheckingInterval: 200,
  };
  return [http.createServer(timeouts, app), https.createServer({ ...timeouts, ...tlsServer }, app)];
}

const hasty = startPair(HASTY);
const patient = startPair(PATIENT);
const second = http2.createServer(app);
const servers = [...hasty, ...patient, second];
for (const server of servers) server.listen(0, '127.0.0.1');
await Promise.all(servers.map((server) => once(server, 'listening')));

const failures = noteFailures();
// The attacks cause errors; their log would be most of the output.
console.error = () => {};

handleCalls({
  ports: (): Ports => ({
    hasty: [portOf(hasty[0]), portOf(hasty[1])],
    patient: [portOf(patient[0]), portOf(patient[1])],
    http2: portOf(second),
  }),
  failures: () => failures.splice(0),
});

function portOf(server: net.Server): number {
  return (server.address() as net.AddressInfo).port;
}
