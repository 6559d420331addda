/** One connection to one server: valid requests first, pipelined, then an attack, then one more valid request. */
import net from 'node:net';
import { HANGS } from '../support/patience.js';
import { type RawResponse, ResponseReader } from '../support/response-reader.js';
import { connectTls } from '../support/tls.js';
import { normalize } from '../support/wire.js';
import type { ValidRequest } from './requests.js';

export interface Case {
  readonly first: number;
  readonly isSecure: boolean;
  readonly valid: readonly ValidRequest[];
  readonly attack: string;
  /** The number of writes in which the attack is sent. */
  readonly writes: number;
  /** Closes the connection without waiting for a response to the attack. */
  readonly leaves: boolean;
}

export interface Outcome {
  readonly responses: readonly RawResponse[];
  /** All bytes received after the attack. */
  readonly afterAttack: string;
  /** Nothing arrived for longer than any of Node's timeouts. */
  readonly hung: boolean;
}

/** The request after the attack. It gets a response if the connection survives. */
function lastRequest(id: number): string {
  return `GET /echo/last HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\nConnection: close\r\n\r\n`;
}

export function runCase(
  port: number,
  { first, isSecure, valid, attack, writes, leaves }: Case,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const reader = new ResponseReader();
    const responses: RawResponse[] = [];
    const rest: Buffer[] = [];
    let hung = false;
    let attacked = false;
    const socket: net.Socket = isSecure ? connectTls(port) : net.connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    for (const { method } of valid) reader.expect(method);

    const sendAttack = (): void => {
      attacked = true;
      const bytes = Buffer.from(attack + lastRequest(first + valid.length + 1), 'latin1');
      send(socket, bytes, writes, () => leaves && socket.destroy());
    };
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      if (valid.length > 0) socket.write(valid.map(({ bytes }) => bytes).join(''), 'latin1');
      else sendAttack();
    });
    socket.on('data', (chunk) => {
      if (attacked) {
        rest.push(chunk);
        return;
      }
      responses.push(...reader.read(chunk));
      if (responses.length >= valid.length) sendAttack();
    });
    // A refusal can be a connection reset. The bytes before it are what the test compares.
    socket.on('error', () => {});
    socket.setTimeout(HANGS, () => {
      hung = true;
      socket.destroy();
    });
    socket.on('close', () =>
      resolve({
        responses: responses.map(neutral),
        afterAttack: normalize((attacked ? '' : reader.rest) + Buffer.concat(rest).toString('latin1')),
        hung,
      }),
    );
  });
}

function neutral({ status, head, body }: RawResponse): RawResponse {
  return { status, head: normalize(`${head}\r\n`), body };
}

/** Sends bytes in this many writes, each in a separate tick. */
function send(socket: net.Socket, bytes: Buffer, writes: number, done: () => void): void {
  const size = Math.ceil(bytes.length / writes);
  const write = (at: number): void => {
    if (socket.destroyed) return;
    socket.write(bytes.subarray(at, at + size));
    if (at + size < bytes.length) setImmediate(write, at + size);
    else done();
  };
  write(0);
}
