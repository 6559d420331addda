/** One connection to one server: honest requests first, all at once, then an attack, then one more honest request. */
import net from 'node:net';
import { type Answer, AnswerReader } from '../support/answers.js';
import { HANGS } from '../support/patience.js';
import { connectTls } from '../support/tls.js';
import { normalize } from '../support/wire.js';
import type { TameRequest } from './requests.js';

export interface Case {
  readonly first: number;
  readonly isSecure: boolean;
  readonly tame: readonly TameRequest[];
  readonly wild: string;
  /** In how many writes the attack is sent. */
  readonly writes: number;
  /** Leaves without waiting for what the attack brings. */
  readonly leaves: boolean;
}

export interface Outcome {
  readonly tame: readonly Answer[];
  /** What came after the attack, whatever that was. */
  readonly wild: string;
  /** Nothing came for longer than any of Node's timeouts. */
  readonly hung: boolean;
}

/** The request behind the attack: answered if the connection survives. */
function lastRequest(id: number): string {
  return `GET /echo/last HTTP/1.1\r\nHost: x\r\nX-Id: ${id}\r\nConnection: close\r\n\r\n`;
}

export function converse(
  port: number,
  { first, isSecure, tame, wild, writes, leaves }: Case,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const reader = new AnswerReader();
    const answers: Answer[] = [];
    const behind: Buffer[] = [];
    let hung = false;
    let attacked = false;
    const socket: net.Socket = isSecure ? connectTls(port) : net.connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    for (const { method } of tame) reader.expect(method);

    const attack = (): void => {
      attacked = true;
      const bytes = Buffer.from(wild + lastRequest(first + tame.length + 1), 'latin1');
      send(socket, bytes, writes, () => leaves && socket.destroy());
    };
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      if (tame.length > 0) socket.write(tame.map(({ bytes }) => bytes).join(''), 'latin1');
      else attack();
    });
    socket.on('data', (chunk) => {
      if (attacked) {
        behind.push(chunk);
        return;
      }
      answers.push(...reader.read(chunk));
      if (answers.length >= tame.length) attack();
    });
    // A reset is one way of being refused; what came before it is what counts.
    socket.on('error', () => {});
    socket.setTimeout(HANGS, () => {
      hung = true;
      socket.destroy();
    });
    socket.on('close', () =>
      resolve({
        tame: answers.map(neutral),
        wild: normalize((attacked ? '' : reader.rest) + Buffer.concat(behind).toString('latin1')),
        hung,
      }),
    );
  });
}

function neutral({ status, head, body }: Answer): Answer {
  return { status, head: normalize(`${head}\r\n`), body };
}

/** Sends bytes in so many writes, each in a turn of its own. */
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
