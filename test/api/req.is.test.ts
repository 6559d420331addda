import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

const json = { method: 'POST', headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: '{}' };

suite('req.is', (framework, line) => {
  if (line === 3) {
    test('returns whether the content type contains the given type', async () => {
      const is = (type: string, request: object = json) => inspect(framework, (req) => req.is(type), request);
      for (const type of ['json', 'application/json', 'application/*', '*/json', 'on/js'])
        assert.equal(await is(type), true, type);
      for (const type of ['html', 'text/*', '*/html']) assert.equal(await is(type), false, type);
      assert.equal(await is('json', { method: 'POST', body: '{}' }), false);
      assert.equal(await is('json', { headers: { 'Content-Type': 'application/json' } }), true);
    });
    return;
  }

  test('returns the matching type as it was passed', async () => {
    assert.equal(await inspect(framework, (req) => req.is('json'), json), 'json');
    assert.equal(await inspect(framework, (req) => req.is('application/json'), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is('html', 'json'), json), 'json');
    assert.equal(await inspect(framework, (req) => req.is(['html', 'json']), json), 'json');
  });

  test('returns the actual type for a wildcard', async () => {
    assert.equal(await inspect(framework, (req) => req.is('application/*'), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is('*/json'), json), 'application/json');
  });

  test('returns false for another type, and without a content type', async () => {
    assert.equal(await inspect(framework, (req) => req.is('html'), json), false);
    assert.equal(await inspect(framework, (req) => req.is(undefined), json), false);
    assert.equal(await inspect(framework, (req) => req.is('json'), { method: 'POST', body: '{}' }), false);
  });

  test('returns null without a body', async () => {
    const headers = { 'Content-Type': 'application/json' };
    assert.equal(await inspect(framework, (req) => req.is('json'), { headers }), null);
  });

  test('returns the content type if called without arguments', async () => {
    assert.equal(await inspect(framework, (req) => req.is(), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is([]), json), 'application/json');
  });
});
