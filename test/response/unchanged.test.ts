/** V8 makes all new requests and responses slower if their prototypes change. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { runScript } from '../support/script.js';

for (const line of [5, 4]) {
  test(`responses do not change the prototypes of requests and responses of ${line}.x`, async () => {
    // In a separate process, because the fast path is detected during the first responses.
    const program = `
      import { loadFramework } from './test/support/frameworks.js';
      import { sendRequest } from './test/support/api.js';
      const app = (await loadFramework('maglev', ${line}))();
      const members = (prototype) => {
        if (prototype === null) return [];
        const own = Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)]);
        return [...own.flatMap(([key, { value, get, set }]) => [key, value, get, set]), prototype, ...members(Object.getPrototypeOf(prototype))];
      };
      app.get('/', (req, res) => res.set('X-A', 'b').json({ query: req.query }));
      const before = [...members(app.request), ...members(app.response)];
      for (let i = 0; i < 20; i++) await sendRequest(app, '/?a=' + i);
      const after = [...members(app.request), ...members(app.response)];
      console.log(before.length > 100 && before.length === after.length && before.every((one, i) => one === after[i]));
      process.exit();
    `;
    assert.equal((await runScript(program)).trim(), 'true');
  });
}

test("maglev responds if Node's OutgoingMessage.prototype is frozen", async () => {
  const program = (side: string): string => `
    import http from 'node:http';
    Object.freeze(http.OutgoingMessage.prototype);
    const { loadFramework } = await import('./test/support/frameworks.js');
    const app = (await loadFramework('${side}', 5))();
    app.get('/', (req, res) => res.set('X-A', 'b').json({ a: 1 }));
    const values = [];
    const server = app.listen(0, async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      for (let i = 0; i < 20; i++) values.push((await fetch(url)).headers.get('x-a'));
      console.log(values.join());
      process.exit();
    });
  `;
  assert.equal(await runScript(program('maglev')), await runScript(program('express')));
});
