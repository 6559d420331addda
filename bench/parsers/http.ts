/** Measures the CPU time per request of servers in separate processes, over keep-alive connections. */
import { type ChildProcess, fork } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { rounds, summary } from '../shared.js';
import type { Body } from './bodies.js';
import type { Table } from './workers.js';

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

const CONNECTIONS = 16;
const SERVER = fileURLToPath(new URL('server.js', import.meta.url));
const SERVERS = ['maglev parsers', 'body-parser', 'maglev application', 'fastify application', 'bare stream'];

export async function measureHttp(
  scenarios: readonly Body[],
  { rounds: count, milliseconds, header, row }: Table,
): Promise<void> {
  const servers: Running[] = [];
  for (const name of SERVERS) servers.push(await start(name));
  header(SERVERS);
  for (const scenario of scenarios.filter(({ name }) => !name.endsWith('in chunks'))) {
    const bytes = serialize(scenario);
    for (const server of servers) await load(server, bytes, milliseconds / 2);
    const figures = await rounds(servers, count, (server) => load(server, bytes, milliseconds));
    row(scenario.name, figures.map(summary));
  }
  for (const { child } of servers) child.disconnect();
  console.log();
}

async function start(name: string): Promise<Running> {
  const child = fork(SERVER, [name], { stdio: 'inherit' });
  const port = await nextNumber(child);
  return { child, port };
}

/** Each message of the child is one number. */
function nextNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (figure) => resolve(Number(figure)));
  });
}

async function usage(child: ChildProcess): Promise<number> {
  const reply = nextNumber(child);
  child.send('usage');
  return reply;
}

function serialize({ type, body }: Body): Buffer {
  const head = `POST / HTTP/1.1\r\nHost: host\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Microseconds of CPU time that the server spent per request. */
async function load({ child, port }: Running, bytes: Buffer, milliseconds: number): Promise<number> {
  const before = await usage(child);
  const until = Date.now() + milliseconds;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => sendUntil(port, bytes, until)));
  const after = await usage(child);
  return (after - before) / counts.reduce((sum, one) => sum + one, 0);
}

/** Sends one request after the other on one connection; resolves with their number. */
function sendUntil(port: number, bytes: Buffer, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let seen = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      if (!seen.endsWith('\r\n\r\nok')) return;
      if (!seen.startsWith('HTTP/1.1 200')) return reject(new Error(seen));
      seen = '';
      count++;
      if (Date.now() < until) return socket.write(bytes);
      socket.destroy();
      resolve(count);
    });
  });
}
