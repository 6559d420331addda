import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../app/capture.js';
import type { Row } from './rows.js';

/** Milliseconds that an answer may take: some wait for what is not there. */
const PATIENCE = 1000;
/** Milliseconds for all of them: they are asked one after the other, and somebody waits for the last. */
export const REQUEST_TIME = 5000;

/** Asks an application for what its GET routes lead to, so that what these call can be recorded. */
export async function requestRoutes(app: any, rows: readonly Row[]): Promise<void> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => {
    server.once('listening', resolve);
    // The process takes itself for a worker of a cluster.
    listen.call(server, { port: 0, host: '127.0.0.1', exclusive: true });
  });
  const { port } = http.Server.prototype.address.call(server) as AddressInfo;
  const end = Date.now() + REQUEST_TIME;
  for (const path of pathsOf(rows)) {
    if (Date.now() > end) break;
    await ask(port, path);
  }
  server.closeAllConnections();
  server.close();
}

/** With `1` for every parameter and wildcard; regular expressions are left out. */
function pathsOf(rows: readonly Row[]): string[] {
  const paths = rows
    .filter(({ kind, methods, path }) => kind === 'route' && methods.includes('GET') && path.startsWith('/'))
    .map(({ path }) => path.replace(/:\w+(?:\([^)]*\))?[?*+]?|\{[^}]*\}|\*\w*/g, '1'));
  return [...new Set(paths)].filter((path) => /^[\w/.~@%&=;,'!$-]*$/.test(path));
}

/** Whatever the answer is. */
function ask(port: number, path: string): Promise<void> {
  return new Promise((resolve) => {
    const request = http.get(
      { port, path, host: '127.0.0.1', agent: false, timeout: PATIENCE },
      (response) => {
        response.resume().once('close', resolve);
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve());
  });
}
