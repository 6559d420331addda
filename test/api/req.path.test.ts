import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, inspect, suite } from '../support/api.js';

suite('req.path', (framework, line, version) => {
  test('is the path without the query', async () => {
    assert.equal(await inspect(framework, (req) => req.path, '/a/b%20c?d=e'), '/a/b%20c');
  });

  test('is relative to the mount point', async () => {
    const app = framework();
    app.use('/admin', (req: any, res: any) => res.send(`${req.path} ${line === 3 ? '/admin' : req.baseUrl}`));
    assert.equal((await ask(app, '/admin/users?x')).body, '/users /admin');
    assert.equal((await ask(app, '/admin')).body, '/ /admin');
  });

  test('follows req.url and keeps what it parsed on req', async () => {
    const look = (req: any) => {
      const before = req.path;
      const cached = req._parsedUrl.pathname;
      req.url = '/other?x';
      return [before, cached, req.path, req._parsedUrl._raw];
    };
    assert.deepEqual(await inspect(framework, look, '/one'), ['/one', '/one', '/other', '/other?x']);
  });

  test('understands the absolute form', { skip: version === 2 && 'HTTP/2 has none' }, async () => {
    assert.equal(await inspect(framework, (req) => req.path, 'http://example.com/x?y'), '/x');
  });
});
