import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, inspect, suite } from '../support/api.js';

suite('req.query', (framework, line, version) => {
  const query = (req: any) => req.query;

  if (line === 5)
    test('has strings and arrays but no nested objects by default', async () => {
      assert.deepEqual(await inspect(framework, query, '/?a=1&b=2&b=3&c[d]=4'), {
        a: '1',
        b: ['2', '3'],
        'c[d]': '4',
      });
    });

  if (line === 4) {
    test('has nested objects by default', async () => {
      assert.deepEqual(await inspect(framework, query, '/?a=1&c[d]=4'), { a: '1', c: { d: '4' } });
    });

    test('is an empty object if the parser is disabled', async () => {
      assert.deepEqual(await inspect(framework, query, '/?a=1', (app) => app.disable('query parser')), {});
    });

    test('is parsed once and can be replaced', async () => {
      const look = (req: any) => {
        const before = req.query;
        req.url = '/?b=2';
        const same = before === req.query;
        req.query = { own: true };
        return [before, same, req.query];
      };
      assert.deepEqual(await inspect(framework, look, '/?a=1'), [{ a: '1' }, true, { own: true }]);
    });

    test('holds up to a thousand items in an array', async () => {
      const look = (req: any) => [Array.isArray(req.query.a), req.query.a.length];
      const items = Array.from({ length: 150 }, (_, i) => `a[]=${i}`).join('&');
      assert.deepEqual(await inspect(framework, look, `/?${items}`), [true, 150]);
    });
  }

  test('is empty without a query string', async () => {
    assert.deepEqual(await inspect(framework, query), {});
    assert.deepEqual(await inspect(framework, query, '/?'), {});
  });

  test('has nested objects with the extended parser, and allows names of Object.prototype', async () => {
    const seen = await inspect(framework, query, '/?user[name]=tobi&list[]=1&hasOwnProperty=no', (app) =>
      app.set('query parser', 'extended'),
    );
    assert.deepEqual(seen, { user: { name: 'tobi' }, list: ['1'], hasOwnProperty: 'no' });
  });

  if (line !== 3)
    test('calls a custom parser with the raw string', async () => {
      const parser = (text: string) => ({ length: (text || '').length });
      const seen = await inspect(framework, query, '/?%20abc', (app) => app.set('query parser', parser));
      assert.deepEqual(seen, { length: 6 });
    });

  if (line === 5)
    test('is an empty object without a prototype if the parser is disabled', async () => {
      const look = (req: any) => [Object.getPrototypeOf(req.query), Object.keys(req.query)];
      assert.deepEqual(await inspect(framework, look, '/?a=1', (app) => app.disable('query parser')), [
        null,
        [],
      ]);
    });

  if (line === 5)
    test('is parsed on each access and follows req.url', async () => {
      const look = (req: any) => {
        const before = req.query;
        const same = before === req.query;
        req.url = '/?b=2';
        return [before, same, req.query];
      };
      assert.deepEqual(await inspect(framework, look, '/?a=1'), [{ a: '1' }, false, { b: '2' }]);
    });

  if (line === 5)
    test('cannot be assigned to, but can be redefined', async () => {
      const error = await failure(framework, (req) => {
        req.query = {};
      });
      assert.ok(error instanceof TypeError);
      if (version === 1)
        assert.equal(
          error.message,
          'Cannot set property query of #<IncomingMessage> which has only a getter',
        );
      const look = (req: any) => {
        Object.defineProperty(req, 'query', { value: { own: true } });
        return req.query;
      };
      assert.deepEqual(await inspect(framework, look, '/?a=1'), { own: true });
    });
});
