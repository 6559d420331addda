/** Requests created in the process, to measure the parsers without sockets. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Body } from './bodies.js';

/** Reads and parses the body of a request. */
export type Parse = (req: IncomingMessage, done: (error: unknown, body?: unknown) => void) => void;

/** The part of a socket that the parsers use. */
interface StandIn {
  readonly parser: { incoming: IncomingMessage | null };
}

/** Replaces the socket, which the parsers only read. */
function createSocket(): StandIn {
  const socket = { readable: true, parser: { incoming: null }, resume() {}, on() {}, removeListener() {} };
  return socket;
}

function createRequest(socket: StandIn, { type, body }: Body): IncomingMessage {
  const req = new IncomingMessage(socket as unknown as Socket);
  req.method = 'POST';
  req.headers = { 'content-type': type, 'content-length': String(body.length) };
  socket.parser.incoming = req;
  return req;
}

/** Parses one body after the other, each in its own tick; resolves with nanoseconds of CPU time per body. */
export async function parseMany(parse: Parse, scenario: Body, count: number): Promise<number> {
  const socket = createSocket();
  scenario.verify(await parseOne(parse, scenario, socket));
  return new Promise((resolve, reject) => {
    let left = count;
    const begin = process.cpuUsage();
    const done = (error: unknown) => {
      if (error) reject(error);
      else setImmediate(step);
    };
    const step = () => {
      if (left-- > 0) start(parse, scenario, socket, done);
      else resolve((spent(begin) * 1e3) / count);
    };
    step();
  });
}

function parseOne(parse: Parse, scenario: Body, socket: StandIn): Promise<unknown> {
  return new Promise((resolve, reject) => {
    start(parse, scenario, socket, (error, body) => (error ? reject(error) : resolve(body)));
  });
}

function start(parse: Parse, scenario: Body, socket: StandIn, done: Parameters<Parse>[1]): void {
  const req = createRequest(socket, scenario);
  parse(req, done);
  for (const chunk of scenario.chunks) req.push(chunk);
  req.complete = true;
  req.push(null);
}

/** CPU time of the process: a wall clock would also count other programs. */
function spent(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begin);
  return user + system;
}
