import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite('app.response', (framework, line) => {
  test('is the prototype of responses', async () => {
    const app = framework();
    app.response.shout = function (this: any, text: string) {
      return this.send(text.toUpperCase());
    };
    app.use((_req: any, res: any) => res.shout('abc'));
    assert.equal((await sendRequest(app)).body, 'ABC');
    assert.equal(framework().response.shout, undefined);
  });

  test('is restored after a mounted application', async () => {
    const app = framework();
    const sub = framework();
    app.response.who = () => 'outer';
    sub.response.who = () => 'inner';
    app.use((_req: any, res: any, next: any) => {
      res.set('X-Before', res.who());
      next();
    });
    sub.use((_req: any, res: any, next: any) => {
      res.set('X-In', res.who());
      next();
    });
    app.use('/s', sub);
    app.use((_req: any, res: any) => res.send(res.who()));
    const { body, get } = await sendRequest(app, '/s');
    assert.deepEqual([get('X-Before'), get('X-In'), body], ['outer', 'inner', 'outer']);
  });

  test('can have its own locals', {
    skip: line === 3 && '3.x creates locals for each response',
  }, async () => {
    const app = framework();
    app.response.locals = { given: 1 };
    app.use((_req: any, res: any) => res.json(res.locals));
    for (let i = 0; i < 3; i++) assert.equal((await sendRequest(app)).body, '{"given":1}');
    // Other lines assign res.locals, which a getter alone does not allow.
    if (line !== 5) return;

    const computing = framework();
    Object.defineProperty(computing.response, 'locals', { configurable: true, get: () => ({ computed: 1 }) });
    computing.use((_req: any, res: any) => res.json(res.locals));
    for (let i = 0; i < 3; i++) assert.equal((await sendRequest(computing)).body, '{"computed":1}');
  });

  test('inherits from the response prototype of the framework', () => {
    const app = framework();
    assert.equal(Object.getPrototypeOf(app.response), framework.response);
    assert.deepEqual(Object.keys(app.response), ['app']);
    assert.equal(app.response.app, app);
  });
});
