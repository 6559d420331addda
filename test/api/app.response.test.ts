import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, suite } from '../support/api.js';

suite('app.response', (framework) => {
  test('is what responses inherit from', async () => {
    const app = framework();
    app.response.shout = function (this: any, text: string) {
      return this.send(text.toUpperCase());
    };
    app.use((_req: any, res: any) => res.shout('abc'));
    assert.equal((await ask(app)).body, 'ABC');
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
    const { body, get } = await ask(app, '/s');
    assert.deepEqual([get('X-Before'), get('X-In'), body], ['outer', 'inner', 'outer']);
  });

  test('derives from the response of the framework', () => {
    const app = framework();
    assert.equal(Object.getPrototypeOf(app.response), framework.response);
    assert.deepEqual(Object.keys(app.response), ['app']);
    assert.equal(app.response.app, app);
  });
});
