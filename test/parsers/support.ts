/** Runs a suite on the parsers of maglev and on body-parser: both have to pass the same tests. */
import http from 'node:http';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { describe } from 'node:test';
import * as ours from '../../src/parsers.js';

export type Parsers = any;

export const real: Parsers = createRequire(import.meta.url)('body-parser');

export function suite(noun: string, body: (parsers: Parsers) => void): void {
  describe(`${noun} (maglev)`, () => body(ours));
  describe(`${noun} (body-parser)`, () => body(real));
}

export interface Outcome {
  error: any;
  body: unknown;
  req: any;
}

export interface PostOptions {
  headers?: Record<string, string | number>;
  /** Written one by one, in separate ticks. */
  chunks?: (string | Buffer)[];
  prepare?: (req: any) => void;
}

/** Posts a body to a server with only this middleware. */
export async function post(
  middleware: any,
  body: string | Buffer,
  { headers = {}, chunks, prepare }: PostOptions = {},
): Promise<Outcome> {
  const parts = chunks ?? [body];
  const server = http.createServer();
  const outcome = new Promise<Outcome>((resolve) => {
    server.on('request', (req: any, res) => {
      prepare?.(req);
      middleware(req, res, (error: unknown) => {
        resolve({ error, body: req.body, req });
        res.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.setNoDelay(true);
  const all = { host: 'host', 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST / HTTP/1.1\r\n${lines.join('')}\r\n`);
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const result = await outcome;
  socket.destroy();
  server.close();
  return result;
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
