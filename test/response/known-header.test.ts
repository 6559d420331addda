/** Headers with the same value in most responses: the value that is set is always sent, also if it differs. */
import assert from 'node:assert/strict';
import http from 'node:http';
import test, { before } from 'node:test';
import { tryFastPaths } from '../../src/fast-paths.js';
import { isOrdinaryHeader, knownHeader, rememberHeader } from '../../src/response/fast-path/set-header.js';
import { exchange, type Framework, lines, listening, normalize } from '../support/api.js';
import { chance, pick, type Random, randomOf, randomSeed } from '../support/random.js';

before(tryFastPaths);

/** Each header with its usual value, and other values. */
const HEADERS: Record<string, readonly [usual: unknown, ...others: unknown[]]> = {
  'X-Frame-Options': ['SAMEORIGIN', 'DENY', 'sameorigin'],
  'x-frame-options': ['SAMEORIGIN', 'DENY'],
  'X-XSS-Protection': ['0', 0, ['0', '1']],
  'Content-Security-Policy': ["default-src 'self'", `script-src '${'a'.repeat(300)}'`, 'caf\xe9'],
  'X-Long': ['long '.repeat(60), 'long '.repeat(59)],
  'X-Latin': ['caf\xe9', 'cafe'],
  'X-Bad': ['good', 'a\nb', 'ż', undefined, null],
  'X-Null': [null, 'a', 1],
  'Content-Type': ['text/html; charset=utf-8', 'text/plain', 'application/json; charset=utf-8'],
  'X-Powered-By': ['Maglev', 'Express', 'Something else'],
  Vary: ['Accept-Encoding', 'Origin'],
};

/** Headers that Node treats specially. Heads with these are left to Node. */
const SPECIAL = { Connection: 'close', 'Keep-Alive': 'timeout=9', Date: 'today' };

const RESPONSES = 60;

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];

  test(`headers that mostly have the same value are sent as in Express ${line}.x`, async () => {
    const seed = randomSeed();
    assert.deepEqual(
      await responsesOf(maglev, seed),
      await responsesOf(express, seed),
      `MAGLEV_SEED=${seed}`,
    );
  });
}

test('a value is known until another one is set', () => {
  rememberHeader('X-Known', 'always');
  const header = knownHeader('X-Known')!;
  assert.deepEqual([header.key, header.value, header.line], ['x-known', 'always', '\r\nX-Known: always']);
  assert.equal(header.isConstant(`alw${'ays'}`), true);
  assert.equal(header.isConstant('once'), false);
  assert.deepEqual([header.value, header.line], [null, '']);
  assert.equal(header.isConstant('always'), false);
});

for (const [name, value] of [
  ['Connection', 'close'],
  ['content-length', '5'],
  ['Transfer-Encoding', 'chunked'],
  ['X-Number', 5],
  ['X-Nothing', null],
  ['X-Kept-Long', 'x'.repeat(257)],
] as const) {
  test(`the value of ${name} is not remembered: ${String(value).slice(0, 9)}`, () => {
    rememberHeader(name, value);
    assert.deepEqual(knownHeader(name)?.value, null);
  });
}

test('headers that Node treats specially are never ordinary, whatever their value', () => {
  for (const name of [
    'connection',
    'content-disposition',
    'date',
    'keep-alive',
    'trailer',
    'transfer-encoding',
  ]) {
    assert.equal(isOrdinaryHeader(name), false, name);
  }
});

/** The bytes of some responses, each with some of the headers. */
async function responsesOf(framework: Framework, seed: number): Promise<string[]> {
  const random = randomOf(seed);
  const app = framework();
  app.use((_req: any, res: any) => {
    const errors: unknown[] = [];
    for (const [name, value] of someHeaders(random)) {
      try {
        res.setHeader(name, value);
      } catch (error) {
        errors.push((error as Error).message);
      }
    }
    if (chance(random, 0.5)) res.send(`errors: ${errors}`);
    else res.json({ errors });
  });
  const server = http.createServer(app).listen(0, '127.0.0.1');
  const port = await listening(server);
  const responses: string[] = [];
  // Each on its own connection, because some responses close it.
  for (let i = 0; i < RESPONSES; i++) {
    const bytes = await exchange(
      { port, host: '127.0.0.1' },
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    responses.push(normalize(bytes.toString('latin1')).replaceAll(/^Date: .* GMT$/gm, 'Date: now'));
  }
  await new Promise((resolve) => server.close(resolve));
  return responses;
}

function someHeaders(random: Random): [name: string, value: unknown][] {
  const usual = Object.entries(HEADERS).filter(() => chance(random, 0.6));
  const special = Object.entries(SPECIAL).filter(() => chance(random, 0.05));
  return [
    ...usual.map(([name, values]): [string, unknown] => [
      name,
      chance(random, 0.9) ? values[0] : pick(random, values),
    ]),
    ...special,
  ];
}
