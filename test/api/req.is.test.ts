import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

const json = { method: 'POST', headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: '{}' };

suite('req.is', (framework, line) => {
  if (line === 3) {
    test('is whether the type has another in it', async () => {
      const is = (type: string, request: object = json) => inspect(framework, (req) => req.is(type), request);
      for (const type of ['json', 'application/json', 'application/*', '*/json', 'on/js'])
        assert.equal(await is(type), true, type);
      for (const type of ['html', 'text/*', '*/html']) assert.equal(await is(type), false, type);
      assert.equal(await is('json', { method: 'POST', body: '{}' }), false);
      assert.equal(await is('json', { headers: { 'Content-Type': 'application/json' } }), true);
    });
    return;
  }

  test('answers with the type that matched, in the form it was asked in', async () => {
    assert.equal(await inspect(framework, (req) => req.is('json'), json), 'json');
    assert.equal(await inspect(framework, (req) => req.is('application/json'), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is('html', 'json'), json), 'json');
    assert.equal(await inspect(framework, (req) => req.is(['html', 'json']), json), 'json');
  });

  test('answers a wildcard with the actual type', async () => {
    assert.equal(await inspect(framework, (req) => req.is('application/*'), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is('*/json'), json), 'application/json');
  });

  test('is false for another type, also for none at all', async () => {
    assert.equal(await inspect(framework, (req) => req.is('html'), json), false);
    assert.equal(await inspect(framework, (req) => req.is(undefined), json), false);
    assert.equal(await inspect(framework, (req) => req.is('json'), { method: 'POST', body: '{}' }), false);
  });

  test('is null without a body', async () => {
    const headers = { 'Content-Type': 'application/json' };
    assert.equal(await inspect(framework, (req) => req.is('json'), { headers }), null);
  });

  test('tells the type when asked for nothing', async () => {
    assert.equal(await inspect(framework, (req) => req.is(), json), 'application/json');
    assert.equal(await inspect(framework, (req) => req.is([]), json), 'application/json');
  });
});
