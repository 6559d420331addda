import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { routing } from '../support/routing.js';

const require = createRequire(import.meta.url);
const originals: Record<number, any> = { 4: require('express4'), 5: require('express5') };

routing('registration throws for', ({ Router, line, createApp, ours }) => {
  const noop = (): void => {};
  const errorOf = (act: () => unknown): any => {
    try {
      act();
    } catch (error) {
      return error;
    }
    return null;
  };

  /** Runs the same call here and on Express: the error must have the same class and start with the same message. */
  const same = (
    name: string,
    call: (target: { Router: any; createApp(): any }) => unknown,
    pattern?: RegExp,
  ): void => {
    test(name, () => {
      const express = originals[line];
      const expected = errorOf(() => call({ Router: express.Router, createApp: () => express() }));
      const actual = errorOf(() => call({ Router, createApp }));
      assert.equal(actual === null, expected === null, `one of them accepts it: ${expected ?? actual}`);
      if (expected === null) return;
      assert.equal(actual.constructor.name, expected.constructor.name);
      assert.ok(
        actual.message.startsWith(expected.message),
        `${JSON.stringify(actual.message)} does not start with ${JSON.stringify(expected.message)}`,
      );
      if (ours && pattern) assert.match(actual.message, pattern);
    });
  };

  const names = line === 5 ? /"\/some\/path"/ : undefined;
  same('use without a handler', (side) => side.Router().use('/some/path'), names);
  same('use without anything', (side) => side.Router().use());
  same('use with an empty array', (side) => side.Router().use('/some/path', []), names);
  for (const [kind, value] of Object.entries({
    'a string': 'text',
    'a number': 5,
    null: null,
    undefined,
    'an object': {},
    'a promise': Promise.resolve(),
    'a RegExp': /x/,
  })) {
    same(`use with ${kind} as a handler`, (side) => side.Router().use('/some/path', value), names);
    same(
      `use with ${kind} among handlers`,
      (side) => side.Router().use('/some/path', [noop, [value]]),
      names,
    );
    same(`get with ${kind} as a handler`, (side) => side.Router().get('/some/path', value), names);
    same(`all with ${kind} as a handler`, (side) => side.Router().all('/some/path', value), names);
    same(
      `route().post with ${kind} as a handler`,
      (side) => side.Router().route('/some/path').post(value),
      names,
    );
    same(`app.use with ${kind} as a handler`, (side) => side.createApp().use('/some/path', value), names);
    same(`app.put with ${kind} as a handler`, (side) => side.createApp().put('/some/path', value), names);
  }
  same('get without a handler', (side) => side.Router().get('/some/path'), names);
  same('all without a handler', (side) => side.Router().all('/some/path'), names);
  same('route().get without a handler', (side) => side.Router().route('/some/path').get(), names);
  same('app.use without a handler', (side) => side.createApp().use('/some/path'));
  same('app.post without a handler', (side) => side.createApp().post('/some/path'), names);

  same('param without a name', (side) => side.Router().param());
  same('param with an empty name', (side) => side.Router().param('', noop));
  same('param with a number as a name', (side) => side.Router().param(5, noop));
  same('param without a function', (side) => side.Router().param('id'), /id/);
  same('param with a string as a function', (side) => side.Router().param('id', 'text'), /id/);
  same('app.param without a function', (side) => side.createApp().param('id'), /id/);
  same('app.param with an array without a function', (side) => side.createApp().param(['id', 'other']), /id/);

  const invalid =
    line === 5
      ? ['/:', '/*', '/a{b', '/a}', '/(x)', '/a+', '/a?', '/[x]', '/:"x', '*', '/:a(\\d+)']
      : ['/(', '/:id(', '/a)', '/[', '/:id([)'];
  for (const path of invalid) {
    same(`the path ${path} of a route`, (side) => side.Router().get(path, noop));
    same(`the path ${path} of middleware`, (side) => side.Router().use(path, noop));
    same(`the path ${path} in an array`, (side) => side.Router().get(['/fine', path], noop));
    same(`the path ${path} of an application`, (side) => side.createApp().get(path, noop));
    // The grammar does not name the path in all of its messages.
    if (ours && line === 5) {
      test(`the path ${path}, with the path in the message`, () => {
        const error = errorOf(() => Router().get(path, noop));
        assert.ok(error.message.includes(path), error.message);
      });
    }
  }

  test('an invalid handler after the layer of the route exists, as in Express', () => {
    const router = Router();
    assert.ok(errorOf(() => router.get('/x', noop, 'text')));
    assert.equal(router.stack.length, 1);
    assert.equal(router.stack[0].route.stack.length, 1);
    assert.ok(errorOf(() => router.use('/:x', noop, 'text')));
    assert.equal(router.stack.length, 2);
  });

  test('an invalid path before a layer exists', () => {
    const router = Router();
    assert.ok(errorOf(() => router.get(line === 5 ? '/:' : '/(', noop)));
    assert.equal(router.stack.length, 0);
  });

  test('no value of options', () => {
    for (const options of ['strict', 5, true, undefined, null, {}, { unknown: 1 }])
      assert.ok(Router(options));
  });

  if (line === 5) {
    test('a request without a callback', () => {
      assert.throws(() => Router()({ method: 'GET', url: '/' }, {}), {
        name: 'TypeError',
        message: 'argument callback is required',
      });
    });
  }
});
