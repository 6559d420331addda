import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import * as named5 from '../../src/index.js';
import * as named4 from '../../src/v4.js';
import {
  exchange,
  implementations,
  type Line,
  lines,
  listening,
  sendRequest,
  suite,
} from '../support/api.js';
import { named3 } from '../support/api-express3.js';

/** Members that maglev adds to applications. `routes` belongs to Express in 3.x. */
const isOurs = (name: string, line: Line) =>
  ['compile', 'explain', 'routes'].includes(name) && !(line === 3 && name === 'routes');

suite('maglev', (framework, line) => {
  test('creates applications that are request listeners', async () => {
    const app = framework();
    app.get('/', (_req: any, res: any) => res.send('hello'));
    assert.deepEqual([typeof app, app.name, app.length], ['function', 'app', 3]);
    assert.equal((await sendRequest(app)).body, 'hello');
  });

  test('calls the callback of its caller for requests it does not handle', async () => {
    const app = framework();
    assert.equal(
      (await sendRequest((req: any, res: any) => app(req, res, () => res.end('next')))).body,
      'next',
    );
  });

  test('has the members of Express', () => {
    const members = [
      'application',
      'request',
      'response',
      'Route',
      'Router',
      'json',
      ...(line === 4 ? ['query'] : []),
      'raw',
      'static',
      'text',
      'urlencoded',
    ];
    if (line === 3) {
      // Members that load a package are not enumerable.
      for (const name of Object.keys(lines[3].express)) assert.ok(name in framework, name);
    } else {
      assert.deepEqual(Object.keys(framework), members);
    }
  });

  test('gives each application its own members', () => {
    const one = framework();
    assert.deepEqual(
      Object.keys(one).filter((name) => !isOurs(name, line)),
      Object.keys(lines[line].express()),
    );
    for (const name of ['use', 'set', 'handle', 'emit', 'on']) assert.equal(Object.hasOwn(one, name), true);
    assert.notEqual(one.settings, framework().settings);
  });
});

for (const line of [5, 4, 3] as Line[]) {
  const { maglev, express } = lines[line];

  for (const family of ['application', 'request', 'response']) {
    test(`maglev has the members of Express ${line}'s ${family}, in order`, () => {
      assert.deepEqual(
        Object.keys(maglev[family]).filter((name) => !isOurs(name, line)),
        Object.keys(express[family]),
      );
    });
  }

  if (line !== 3)
    test(`the functions of maglev have the same names as in Express ${line}`, () => {
      const names = {
        application: [
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
        ],
        response: [
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
        ],
      };
      for (const [family, members] of Object.entries(names)) {
        for (const name of members) assert.equal(maglev[family][name].name, express[family][name].name, name);
      }
    });
}

test('maglev has named exports for its members', () => {
  for (const [line, named] of [
    [5, named5],
    [4, named4],
    [3, named3],
  ] as [Line, any][]) {
    const { maglev } = lines[line];
    for (const name of Object.keys(maglev)) assert.equal(named[name], maglev[name], name);
    assert.equal(named.default, maglev);
  }
});

test('maglev sends its name in X-Powered-By', async () => {
  const server = http.createServer(implementations.maglev()).listen(0, '127.0.0.1');
  const port = await listening(server);
  const bytes = await exchange(
    { port, host: '127.0.0.1' },
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  server.close();
  assert.match(bytes.toString(), /\r\nX-Powered-By: Maglev\r\n/);
});
