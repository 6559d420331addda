import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../app/capture.js';
import type { Row } from './rows.js';

/** Milliseconds that a response may take: some wait for a service that is not running. */
const TIMEOUT = 1000;
/** Milliseconds for all requests: they are sent one after the other while the user waits. */
export const REQUEST_TIME = 5000;

/** Requests the GET routes of an application, so that the calls of their handlers can be recorded. */
export async function requestRoutes(app: any, rows: readonly Row[]): Promise<void> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => {
    server.once('listening', resolve);
    // `exclusive`, because the process acts as a cluster worker.
    listen.call(server, { port: 0, host: '127.0.0.1', exclusive: true });
  });
  const { port } = http.Server.prototype.address.call(server) as AddressInfo;
  const end = Date.now() + REQUEST_TIME;
  for (const path of pathsOf(rows)) {
    if (Date.now() > end) break;
    await request(port, path);
  }
  server.closeAllConnections();
  server.close();
}

/** With `1` for every parameter and wildcard; regular expressions are skipped. */
function pathsOf(rows: readonly Row[]): string[] {
  const paths = rows
    .filter(({ kind, methods, path }) => kind === 'route' && methods.includes('GET') && path.startsWith('/'))
    .map(({ path }) => path.replace(/:\w+(?:\([^)]*\))?[?*+]?|\{[^}]*\}|\*\w*/g, '1'));
  return [...new Set(paths)].filter((path) => /^[\w/.~@%&=;,'!$-]*$/.test(path));
}

/** Accepts any response. */
function request(port: number, path: string): Promise<void> {
  return new Promise((resolve) => {
    const request = http.get(
      { port, path, host: '127.0.0.1', agent: false, timeout: TIMEOUT },
      (response) => {
        response.resume().once('close', resolve);
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve());
  });
}
