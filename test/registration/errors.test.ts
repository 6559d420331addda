import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { routing } from '../support/routing.js';

const require = createRequire(import.meta.url);
const originals: Record<number, any> = { 4: require('express4'), 5: require('express5') };

routing('registration refuses', ({ Router, line, createApp, ours }) => {
  const noop = (): void => {};
  const errorOf = (act: () => unknown): any => {
    try {
      act();
    } catch (error) {
      return error;
    }
    return null;
  };

  /** The same call on this side and on Express of the same line: same class, same first words. */
  const same = (
    name: string,
    call: (target: { Router: any; createApp(): any }) => unknown,
    says?: RegExp,
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
        `${JSON.stringify(actual.message)} does not begin with ${JSON.stringify(expected.message)}`,
      );
      if (ours && says) assert.match(actual.message, says);
    });
  };

  const names = line === 5 ? /"\/some\/path"/ : undefined;
  same('use without a handler', (side) => side.Router().use('/some/path'), names);
  same('use without anything', (side) => side.Router().use());
  same('use with an empty array', (side) => side.Router().use('/some/path', []), names);
  for (const [what, value] of Object.entries({
    'a string': 'text',
    'a number': 5,
    null: null,
    undefined,
    'an object': {},
    'a promise': Promise.resolve(),
    'a RegExp': /x/,
  })) {
    same(`use with ${what} for a handler`, (side) => side.Router().use('/some/path', value), names);
    same(
      `use with ${what} among handlers`,
      (side) => side.Router().use('/some/path', [noop, [value]]),
      names,
    );
    same(`get with ${what} for a handler`, (side) => side.Router().get('/some/path', value), names);
    same(`all with ${what} for a handler`, (side) => side.Router().all('/some/path', value), names);
    same(
      `route().post with ${what} for a handler`,
      (side) => side.Router().route('/some/path').post(value),
      names,
    );
    same(`app.use with ${what} for a handler`, (side) => side.createApp().use('/some/path', value), names);
    same(`app.put with ${what} for a handler`, (side) => side.createApp().put('/some/path', value), names);
  }
  same('get without a handler', (side) => side.Router().get('/some/path'), names);
  same('all without a handler', (side) => side.Router().all('/some/path'), names);
  same('route().get without a handler', (side) => side.Router().route('/some/path').get(), names);
  same('app.use without a handler', (side) => side.createApp().use('/some/path'));
  same('app.post without a handler', (side) => side.createApp().post('/some/path'), names);

  same('param without a name', (side) => side.Router().param());
  same('param with an empty name', (side) => side.Router().param('', noop));
  same('param with a number for a name', (side) => side.Router().param(5, noop));
  same('param without a function', (side) => side.Router().param('id'), /id/);
  same('param with a string for a function', (side) => side.Router().param('id', 'text'), /id/);
  same('app.param without a function', (side) => side.createApp().param('id'), /id/);
  same('app.param with an array without a function', (side) => side.createApp().param(['id', 'other']), /id/);

  const wrong =
    line === 5
      ? ['/:', '/*', '/a{b', '/a}', '/(x)', '/a+', '/a?', '/[x]', '/:"x', '*', '/:a(\\d+)']
      : ['/(', '/:id(', '/a)', '/[', '/:id([)'];
  for (const path of wrong) {
    // Messages end alike where they come from the grammar; which path it was must be in them.
    same(`the path ${path} of a route`, (side) => side.Router().get(path, noop));
    same(`the path ${path} of middleware`, (side) => side.Router().use(path, noop));
    same(`the path ${path} in an array`, (side) => side.Router().get(['/fine', path], noop));
    same(`the path ${path} of an application`, (side) => side.createApp().get(path, noop));
    if (ours && line === 5) {
      test(`the path ${path} and names it`, () => {
        const error = errorOf(() => Router().get(path, noop));
        assert.ok(error.message.includes(path), error.message);
      });
    }
  }

  test('nothing halfway: a route whose handler was refused has no handler, as in Express', () => {
    const router = Router();
    assert.ok(errorOf(() => router.get('/x', noop, 'text')));
    assert.equal(router.stack.length, 1);
    assert.equal(router.stack[0].route.stack.length, 1);
    assert.ok(errorOf(() => router.use('/:x', noop, 'text')));
    assert.equal(router.stack.length, 2);
  });

  test('nothing halfway: a path that was refused leaves no layer', () => {
    const router = Router();
    assert.ok(errorOf(() => router.get(line === 5 ? '/:' : '/(', noop)));
    assert.equal(router.stack.length, 0);
  });

  test('no options, whatever is given for them', () => {
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
