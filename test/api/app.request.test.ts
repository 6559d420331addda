import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRequest, suite } from '../support/api.js';

suite('app.request', (framework, _line, version) => {
  test('is the prototype of requests', async () => {
    const app = framework();
    app.request.shout = function (this: any) {
      return this.url.toUpperCase();
    };
    app.use((req: any, res: any) => res.send(`${req.shout()} ${Object.getPrototypeOf(req) === app.request}`));
    assert.equal((await sendRequest(app, '/abc')).body, `/ABC ${version === 1}`);
    assert.equal(framework().request.shout, undefined);
  });

  test('is inherited by mounted applications, which can override it', async () => {
    const app = framework();
    const sub = framework();
    app.request.name = () => 'outer';
    app.request.only = () => 'only outer';
    sub.request.name = () => 'inner';
    sub.get('/', (req: any, res: any) => res.send(`${req.name()} ${req.only()}`));
    app.use('/s', sub);
    assert.equal((await sendRequest(app, '/s')).body, 'inner only outer');
  });

  test('can be replaced', async () => {
    const app = framework();
    app.request = Object.create(app.request, { extra: { value: 'extra' } });
    app.use((req: any, res: any) => res.send(req.extra));
    assert.equal((await sendRequest(app)).body, 'extra');
  });

  test('inherits from the request prototype of the framework', () => {
    const app = framework();
    assert.equal(Object.getPrototypeOf(app.request), framework.request);
    assert.deepEqual(Object.keys(app.request), ['app']);
    assert.equal(app.request.app, app);
  });
});
