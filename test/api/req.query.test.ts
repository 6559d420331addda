import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, inspect, suite } from '../support/api.js';

suite('req.query', (framework) => {
  const query = (req: any) => req.query;

  test('is simple by default: strings and arrays, no nesting', async () => {
    assert.deepEqual(await inspect(framework, query, '/?a=1&b=2&b=3&c[d]=4'), {
      a: '1',
      b: ['2', '3'],
      'c[d]': '4',
    });
  });

  test('is empty without a query string', async () => {
    assert.deepEqual(await inspect(framework, query), {});
    assert.deepEqual(await inspect(framework, query, '/?'), {});
  });

  test('nests with the extended parser, also into names of Object.prototype', async () => {
    const seen = await inspect(framework, query, '/?user[name]=tobi&list[]=1&hasOwnProperty=no', (app) =>
      app.set('query parser', 'extended'),
    );
    assert.deepEqual(seen, { user: { name: 'tobi' }, list: ['1'], hasOwnProperty: 'no' });
  });

  test('uses a parser of the user, given the raw string', async () => {
    const parser = (text: string) => ({ length: (text || '').length });
    const seen = await inspect(framework, query, '/?%20abc', (app) => app.set('query parser', parser));
    assert.deepEqual(seen, { length: 6 });
  });

  test('is an empty object without prototype when disabled', async () => {
    const look = (req: any) => [Object.getPrototypeOf(req.query), Object.keys(req.query)];
    assert.deepEqual(await inspect(framework, look, '/?a=1', (app) => app.disable('query parser')), [
      null,
      [],
    ]);
  });

  test('is parsed at each access and follows req.url', async () => {
    const look = (req: any) => {
      const before = req.query;
      const same = before === req.query;
      req.url = '/?b=2';
      return [before, same, req.query];
    };
    assert.deepEqual(await inspect(framework, look, '/?a=1'), [{ a: '1' }, false, { b: '2' }]);
  });

  test('cannot be assigned to, but can be redefined', async () => {
    const error = await failure(framework, (req) => {
      req.query = {};
    });
    assert.equal(error.message, 'Cannot set property query of #<IncomingMessage> which has only a getter');
    const look = (req: any) => {
      Object.defineProperty(req, 'query', { value: { own: true } });
      return req.query;
    };
    assert.deepEqual(await inspect(framework, look, '/?a=1'), { own: true });
  });
});
