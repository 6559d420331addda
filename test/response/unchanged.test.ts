/** What messages inherit: V8 makes all new ones slower if it changes between two of them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { runScript } from '../support/script.js';

for (const line of [5, 4]) {
  test(`answers change nothing that requests and responses of ${line}.x inherit`, async () => {
    // In a process of its own: the fast path is detected during the first responses.
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

test("maglev answers where somebody has frozen the prototype of Node's messages before", async () => {
  const program = (side: string): string => `
    import http from 'node:http';
    Object.freeze(http.OutgoingMessage.prototype);
    const { loadFramework } = await import('./test/support/frameworks.js');
    const app = (await loadFramework('${side}', 5))();
    app.get('/', (req, res) => res.set('X-A', 'b').json({ a: 1 }));
    const answers = [];
    const server = app.listen(0, async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      for (let i = 0; i < 20; i++) answers.push((await fetch(url)).headers.get('x-a'));
      console.log(answers.join());
      process.exit();
    });
  `;
  assert.equal(await runScript(program('maglev')), await runScript(program('express')));
});
