// A server of `app.listen` has the listeners that it has on Express, before it listens, while it does and after it was closed.
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { describe, it } from 'node:test';
import { type Framework, lines } from '../support/api.js';

const ways: Record<string, (app: Framework, callback: () => void) => Server> = {
  'a port': (app) => app.listen(0),
  'a port and an address': (app) => app.listen(0, '127.0.0.1'),
  'a port and a name': (app) => app.listen(0, 'localhost'),
  'a port, an address and a callback': (app, callback) => app.listen(0, '127.0.0.1', callback),
  'a port, a name and a callback': (app, callback) => app.listen(0, 'localhost', callback),
  'an object': (app, callback) => app.listen({ port: 0, host: 'localhost' }, callback),
};

for (const line of [5, 4, 3] as const) {
  describe(`the listeners of a server in ${line}.x`, () => {
    for (const [name, listen] of Object.entries(ways)) {
      it(`that listens on ${name}`, async () => {
        const { maglev, express } = lines[line];
        assert.deepEqual(await listenersOf(maglev, listen), await listenersOf(express, listen));
      });
    }
  });
}

it('a server that was closed before it listened does not listen later', async () => {
  for (const line of [5, 4, 3] as const) {
    const app = lines[line].maglev();
    const server: Server = app.listen(0, 'localhost', () => {});
    await app.close();
    // What it was waiting for has come when this has.
    for (let i = 0; i < 3; i++) await lookup('localhost');
    assert.equal(server.listening, false);
    await app.close();
  }
});

async function listenersOf(framework: Framework, listen: (typeof ways)[string]): Promise<unknown[]> {
  const app = framework();
  const server = listen(app, () => {});
  const seen = [count(server)];
  if (!server.listening) await once(server, 'listening');
  seen.push(count(server));
  server.close();
  seen.push(count(server));
  await once(server, 'close');
  return [...seen, count(server)];
}

function count(server: Server): unknown[] {
  return server.eventNames().map((event) => [String(event), server.listenerCount(event)]);
}
