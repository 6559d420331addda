/** One framework in one major version, in a separate process: `attacked.ts <side> <line> [attack]`. Runs attacks and reports. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import type { Line } from '../support/api.js';
import { handleCalls } from '../support/child.js';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { normalize } from '../support/wire.js';
import type { World } from './attack.js';
import { attacks } from './table/index.js';

const [side, version, first] = process.argv.slice(2) as [SideName, string, string | undefined];
const line = Number(version) as Line;
process.setSourceMapsEnabled(false);
// Captured before any attack, so that attacks do not patch the client.
const { connect } = net;

let notes: string[] = [];
process.on('uncaughtException', (error) => note(`uncaught ${show(error)}`));
process.on('unhandledRejection', (error) => note(`unhandled ${show(error)}`));
console.error = (...args: unknown[]) => note(`log ${show(args[0])}`);

if (first !== undefined) attacks[first]!.before?.({ line, note });
const framework = await loadFramework(side, line);
// Otherwise it would depend on timers which attack is the first to meet the fast paths.
if (side === 'maglev') (await import('../../src/fast-paths.js')).tryFastPaths();

handleCalls({
  async run(name: string): Promise<unknown> {
    notes = [];
    const servers: Server[] = [];
    let folder: string | undefined;
    const world: World = {
      framework,
      line,
      note,
      get folder() {
        return (folder ??= mkdtempSync(path.join(tmpdir(), 'maglev-attack-')));
      },
      async listen(target) {
        const server: Server = isServer(target) ? target.listen(0) : target.listen(0);
        servers.push(server);
        if (!server.listening) await once(server, 'listening');
        return server;
      },
      send,
      sendBriefly: async (server, request) => brief(await send(server, request)),
    };
    let seen: unknown;
    try {
      seen = await attacks[name]!.run(world);
    } catch (error) {
      seen = `failed: ${show(error)}`;
    }
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return {
      seen: seen ?? null,
      notes: notes.map((event) => event.replaceAll(folder ?? '<folder>', '<folder>')),
    };
  },
});

function isServer(target: unknown): target is Server {
  return target instanceof net.Server;
}

/** Completes `GET /path` to a request. Sends anything with a line break unchanged. */
async function send(server: Server, request = 'GET /'): Promise<string> {
  const bytes = request.includes('\r\n')
    ? request
    : `${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return normalize(Buffer.concat(chunks).toString('latin1'));
}

function brief(response: string): string {
  const [head = '', ...body] = response.split('\r\n\r\n');
  return `${head.split(' ')[1]} ${body.join('\r\n\r\n')}`;
}

function note(event: unknown): void {
  notes.push(typeof event === 'string' ? event : show(event));
}

function show(value: any): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === 'string' ? value.split('\n')[0]! : inspect(value, { breakLength: 200 });
}
