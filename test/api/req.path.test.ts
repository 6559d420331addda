import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, sendRequest, suite } from '../support/api.js';

suite('req.path', (framework, line, version) => {
  test('is the path without the query', async () => {
    assert.equal(await inspect(framework, (req) => req.path, '/a/b%20c?d=e'), '/a/b%20c');
  });

  test('is relative to the mount point', async () => {
    const app = framework();
    app.use('/admin', (req: any, res: any) => res.send(`${req.path} ${line === 3 ? '/admin' : req.baseUrl}`));
    assert.equal((await sendRequest(app, '/admin/users?x')).body, '/users /admin');
    assert.equal((await sendRequest(app, '/admin')).body, '/ /admin');
  });

  test('follows req.url and caches the parsed URL on req', async () => {
    const look = (req: any) => {
      const before = req.path;
      const cached = req._parsedUrl.pathname;
      req.url = '/other?x';
      return [before, cached, req.path, req._parsedUrl._raw];
    };
    assert.deepEqual(await inspect(framework, look, '/one'), ['/one', '/one', '/other', '/other?x']);
  });

  // Express routes with parseurl, which caches its result in req._parsedUrl. Users have come to rely on it.
  test('is parsed before handlers run', async () => {
    const app = framework();
    const seen: unknown[] = [];
    const look = (req: any, _res: any, next: any) => {
      const { pathname, query, _raw, href, search } = req._parsedUrl;
      seen.push([pathname, query, _raw, href, search, Object.hasOwn(req, '_parsedUrl')]);
      next();
    };
    app.use(look);
    app.use('/api', look);
    const inner = framework();
    inner.use(look);
    inner.get('/users/:id', look);
    app.use('/api', inner);
    app.use(look);
    app.use((req: any, _res: any, next: any) => {
      req.url = '/rewritten?z';
      look(req, _res, next);
    });
    app.use(look);
    app.get('/rewritten', look);
    app.use((_req: any, res: any) => res.json(seen.splice(0)));
    const shown = async (path: string) => JSON.parse((await sendRequest(app, path)).body);
    const of = (pathname: string, query: string | null = null) => {
      const search = query === null ? null : `?${query}`;
      const url = pathname + (search ?? '');
      return [pathname, query, url, url, search, true];
    };
    const [full, rest, rewritten] = [of('/api/users/7', 'a=b'), of('/users/7', 'a=b'), of('/rewritten', 'z')];
    assert.deepEqual(await shown('/api/users/7?a=b'), [
      full,
      full,
      rest,
      rest,
      full,
      full,
      rewritten,
      rewritten,
    ]);
    assert.deepEqual(await shown('/'), [of('/'), of('/'), of('/'), rewritten, rewritten]);
  });

  test('supports the absolute form of a URL', { skip: version === 2 && 'not in HTTP/2' }, async () => {
    assert.equal(await inspect(framework, (req) => req.path, 'http://example.com/x?y'), '/x');
  });
});
