import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import * as named from '../../src/index.js';
import { ask, exchange, implementations, listening, suite } from '../support/api.js';

const ours = ['compile', 'explain', 'routes'];

suite('maglev', (framework) => {
  test('makes applications that are request listeners', async () => {
    const app = framework();
    app.get('/', (_req: any, res: any) => res.send('hello'));
    assert.deepEqual([typeof app, app.name, app.length], ['function', 'app', 3]);
    assert.equal((await ask(app)).body, 'hello');
  });

  test('passes what it does not answer to the callback of its caller', async () => {
    const app = framework();
    assert.equal((await ask((req: any, res: any) => app(req, res, () => res.end('next')))).body, 'next');
  });

  test('carries the members of Express', () => {
    const members = [
      'application',
      'request',
      'response',
      'Route',
      'Router',
      'json',
      'raw',
      'static',
      'text',
      'urlencoded',
    ];
    assert.deepEqual(Object.keys(framework), members);
  });

  test('gives each application its own members', () => {
    const one = framework();
    assert.deepEqual(
      Object.keys(one).filter((name) => !ours.includes(name)),
      Object.keys(implementations.express()),
    );
    for (const name of ['use', 'set', 'handle', 'emit', 'on']) assert.equal(Object.hasOwn(one, name), true);
    assert.notEqual(one.settings, framework().settings);
  });
});

test('maglev has the members of Express by name and arity', () => {
  const { maglev, express } = implementations;
  for (const family of ['application', 'request', 'response']) {
    assert.deepEqual(
      Object.keys(maglev[family]).filter((name) => !ours.includes(name)),
      Object.keys(express[family]),
    );
  }
  for (const name of [
    'init',
    'handle',
    'use',
    'route',
    'engine',
    'param',
    'set',
    'path',
    'render',
    'listen',
    'all',
  ]) {
    assert.equal(maglev.application[name].name, express.application[name].name);
  }
  for (const name of [
    'send',
    'json',
    'jsonp',
    'sendFile',
    'download',
    'render',
    'redirect',
    'set',
    'type',
    'status',
  ]) {
    assert.equal(maglev.response[name].name, express.response[name].name);
  }
});

test('maglev exports its members by name as well', () => {
  const { maglev } = implementations;
  for (const name of Object.keys(maglev)) assert.equal((named as any)[name], maglev[name], name);
  assert.equal(named.default, maglev);
});

test('maglev names itself', async () => {
  const server = http.createServer(implementations.maglev()).listen(0, '127.0.0.1');
  const port = await listening(server);
  const bytes = await exchange(
    { port, host: '127.0.0.1' },
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  server.close();
  assert.match(bytes.toString(), /\r\nX-Powered-By: Maglev\r\n/);
});
