import assert from 'node:assert/strict';
import test from 'node:test';
import { diffOf } from '../../../src/cli/compare/diff.js';
import type { Comparison } from '../../../src/cli/compare/equality.js';
import { History } from '../../../src/cli/compare/history.js';
import { Ignored } from '../../../src/cli/compare/ignored.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import type { Response } from '../../../src/cli/compare/response.js';

const get = requestOf({ method: 'GET', path: '/' });

interface Given {
  readonly body?: string | Buffer;
  readonly headers?: [string, string][];
  readonly status?: number;
  readonly error?: string;
}

function response({ body = 'fine', headers = [], status = 200, error }: Given = {}): Response {
  return {
    status,
    reason: 'OK',
    headers: [['ETag', 'x'], ...headers],
    body: Buffer.from(body),
    error: error ?? null,
  };
}

function json(value: unknown, headers: [string, string][] = []): Response {
  const body = JSON.stringify(value);
  return response({ body, headers: [['Content-Type', 'application/json'], ...headers] });
}

interface About {
  readonly ignored?: Ignored;
  readonly request?: typeof get;
  readonly followed?: History;
}

function historyOf(
  express: readonly Response[],
  maglev: readonly Response[],
  { ignored = new Ignored(), request = get, followed }: About = {},
): History {
  const history = new History(request, { ignored, followed });
  for (const [i, one] of express.entries()) history.add({ express: one, maglev: maglev[i]! });
  return history;
}

function compare(express: readonly Response[], maglev: readonly Response[], about?: About): Comparison {
  const history = historyOf(express, maglev, about);
  history.isReviewed = true;
  return history.comparison();
}

/** As often as needed for a verdict. */
const often = <T>(one: T): T[] => Array.from({ length: 12 }, () => one);
const between = (express: Response, maglev: Response) => compare(often(express), often(maglev));
const namesOf = ({ differences }: Comparison) => differences.map(({ what }) => what);

test('the same responses are equal', () => {
  const { verdict, status, length, differences } = between(response(), response());
  assert.deepEqual(
    { verdict, status, length, differences },
    { verdict: 'equal', status: 200, length: 4, differences: [] },
  );
});

test('X-Powered-By may name the framework, and Date the time; no other difference is ignored', () => {
  const express = response({
    headers: [
      ['X-Powered-By', 'Express'],
      ['Date', 'now'],
    ],
  });
  const maglev = response({
    headers: [
      ['X-Powered-By', 'Maglev'],
      ['Date', 'later'],
    ],
  });
  assert.equal(between(express, maglev).verdict, 'equal');
  assert.equal(between(express, maglev).named, true);
  assert.equal(between(maglev, express).verdict, 'different');
  assert.equal(between(express, response()).verdict, 'different');
  const swapped = response({
    headers: [
      ['Date', 'later'],
      ['X-Powered-By', 'Maglev'],
    ],
  });
  assert.deepEqual(between(express, swapped).differences, [
    { what: 'order of headers', express: 'etag, x-powered-by, date', maglev: 'etag, date, x-powered-by' },
  ]);
});

test('status, values, names and their case, missing headers and each byte count', () => {
  const differing: [string, Response, Response][] = [
    ['status', response(), response({ status: 201 })],
    ['header x', response({ headers: [['X', '1']] }), response({ headers: [['X', '2']] })],
    ['header x', response({ headers: [['X', '1']] }), response({ headers: [['x', '1']] })],
    ['header x', response({ headers: [['X', '1']] }), response()],
    ['header x', response({ headers: [['X', 'a, b']] }), response({ headers: [['X', 'a,b']] })],
    [
      'header set-cookie',
      response({
        headers: [
          ['Set-Cookie', 'a'],
          ['Set-Cookie', 'b'],
        ],
      }),
      response({
        headers: [
          ['Set-Cookie', 'b'],
          ['Set-Cookie', 'a'],
        ],
      }),
    ],
    ['body', response({ body: Buffer.from([0xff]) }), response({ body: Buffer.from([0xfe]) })],
    ['body', json({ a: 1 }), json({ a: '1' })],
    ['body', json({ a: 1, b: 2 }), json({ b: 2, a: 1 })],
    ['body', json({ a: [1] }), json({ a: [1, 2] })],
    ['body /a/0/b', json({ a: [{ b: 1 }] }), json({ a: [{ b: 2 }] })],
    ['response', response(), response({ error: 'ECONNRESET' })],
  ];
  for (const [what, express, maglev] of differing) {
    const compared = between(express, maglev);
    assert.equal(compared.verdict, 'different', what);
    assert.deepEqual(namesOf(compared), [what]);
  }
});

test('spaces and escapes of JSON count', () => {
  const type: [string, string][] = [['Content-Type', 'application/json']];
  const written = (body: string) => response({ body, headers: type });
  assert.deepEqual(namesOf(between(written('{"a":1}'), written('{"a": 1}'))), ['body']);
  assert.deepEqual(namesOf(between(written('"a/b"'), written('"a\\/b"'))), ['body ']);
});

test('values that change on both sides vary; values that change on one are requested again until they are a difference', () => {
  const bodies = (...texts: string[]) => texts.map((body) => response({ body }));
  const varying = compare(bodies('a1', 'b22'), bodies('c3', 'd4'));
  assert.deepEqual([varying.verdict, varying.varying, varying.length], ['varies', ['body'], null]);
  // A counter advances on both sides.
  assert.equal(compare(bodies('1', '2'), bodies('1', '2')).verdict, 'equal');
  assert.equal(historyOf(bodies('a', 'a'), bodies('c', 'd')).isOpen, true);
  const letters = Array.from('abcdefghijkl', (letter) => response({ body: letter }));
  assert.equal(compare(often(response({ body: 'A' })), letters).verdict, 'different');
});

test('a random value that one side does not show for a while is no difference', () => {
  const flips = (text: string) => Array.from(text, (body) => response({ body }));
  // One of twelve, and never on the other side: not yet.
  assert.equal(historyOf(flips('aaaaaaaaaaaa'), flips('aaaaaabaaaaa')).isOpen, true);
  assert.equal(historyOf(flips('aaaaaaaaaaab'), flips('bbbbbbbbbbba')).isOpen, false);
  // Every second time, and never on Express: this is not random any more.
  const failing = Array.from({ length: 40 }, (_, i) => response({ status: i % 2 === 0 ? 200 : 500 }));
  const right = Array.from({ length: 40 }, () => response());
  assert.deepEqual(namesOf(compare(right, failing)), ['status']);
  const seldom = Array.from({ length: 40 }, (_, i) => response({ status: i % 20 === 0 ? 500 : 200 }));
  assert.equal(compare(right, seldom).verdict, 'varies');
});

test('a difference that new processes do not confirm is not settled, and one that they explain varies', () => {
  const history = historyOf(often(response({ status: 200 })), often(response({ status: 404 })));
  assert.equal(history.comparison().verdict, 'unsettled');
  assert.deepEqual(history.suspects(), ['status']);
  history.excused.add('status');
  assert.equal(history.comparison().verdict, 'varies');
  assert.deepEqual(history.suspects(), []);
});

test('one part may vary while another is different', () => {
  let now = 0;
  const page = (kind: string) => json({ now: now++, kind }, [['Set-Cookie', `sid=${now}; Path=/`]]);
  const compared = compare(
    often(0).map(() => page('a')),
    often(0).map(() => page('b')),
  );
  assert.deepEqual(compared.differences, [{ what: 'body /kind', express: '"a"', maglev: '"b"' }]);
  assert.deepEqual(compared.varying, ['header set-cookie', 'body /now']);
  const cookie = (rest: string) => response({ headers: [['Set-Cookie', `sid=${now++}${rest}`]] });
  assert.deepEqual(
    namesOf(
      compare(
        often(0).map(() => cookie('; HttpOnly')),
        often(0).map(() => cookie('')),
      ),
    ),
    ['header set-cookie'],
  );
});

test('varying lines of a text do not hide differences in others', () => {
  let now = 0;
  const page = (text: string) => response({ body: `<p>${now++}</p>\n<p>${text}</p>\n` });
  const { differences } = compare(
    often(0).map(() => page('one')),
    often(0).map(() => page('two')),
  );
  assert.deepEqual(diffOf(differences[0]!), [
    [' ', '(1 equal line)'],
    ['-', '<p>one</p>'],
    ['+', '<p>two</p>'],
    [' ', '(1 equal line)'],
  ]);
});

test('Content-Length and ETag vary with the body, and HEAD with its GET', () => {
  const follows = (length: number, tag: string, body = '') =>
    response({
      body,
      headers: [
        ['Content-Length', String(length)],
        ['ETag', `W/"${tag}"`],
      ],
    });
  const bodies = ['1.25', '1.5', '1.75', '2.125'].map((body) => follows(body.length, body, body));
  const got = historyOf(bodies.slice(0, 2), bodies.slice(2));
  assert.deepEqual(got.comparison().varying, ['body']);
  const [express, maglev] = [often(follows(4, 'a')), often(follows(5, 'b'))];
  const head = requestOf({ method: 'HEAD', path: '/' });
  assert.deepEqual(namesOf(compare(express, maglev, { request: head })), [
    'header etag',
    'header content-length',
  ]);
  assert.equal(compare(express, maglev, { request: head, followed: got }).verdict, 'equal');
  // Their presence, and whether a tag is weak, still have to match.
  const strong = often(
    response({
      body: '',
      headers: [
        ['Content-Length', '5'],
        ['ETag', '"b"'],
      ],
    }),
  );
  assert.deepEqual(namesOf(compare(express, strong, { request: head, followed: got })), ['header etag']);
});

test('large bodies are not requested repeatedly, because all are kept', () => {
  const large = (letter: string) => response({ body: letter.repeat(10 * 2 ** 20) });
  const [express, maglev] = [large('a'), large('b')];
  assert.equal(historyOf([express, express], [maglev, maglev]).isOpen, true);
  const history = historyOf(Array(4).fill(express), Array(4).fill(maglev));
  assert.equal(history.isOpen, false);
  assert.deepEqual(history.suspects(), ['body#0']);
});

test('ignored parts may differ, and headers that depend on them', () => {
  const ignored = new Ignored(['X-Id'], ['/items/*/at', 'user.session', '$.list[*]']);
  const page = (at: unknown, name = 'a') =>
    json({ items: [{ at, name }], user: { session: { at }, name: 'ada' }, list: [at] }, [
      ['X-Id', String(at)],
      ['ETag', String(at)],
    ]);
  const withIgnored = (express: Response, maglev: Response) =>
    compare(often(express), often(maglev), { ignored });
  assert.equal(withIgnored(page(1), page('later')).verdict, 'equal');
  assert.deepEqual(namesOf(withIgnored(page(1), page(2, 'b'))), ['body /items/0/name']);
  for (const text of [
    '',
    '[',
    'items[',
    'items[0',
    'items]',
    'a..b',
    '$..id',
    "['a]",
    '[0]id',
    '[]',
    '/a//b',
  ]) {
    assert.throws(() => new Ignored([], [text]), /is not a path in JSON: write it as \/items\/\*\/id/, text);
  }
  const paths = new Ignored([], ['$', '$id', "$['a.b'][0].c", '.a["b"]', '/[/x']).paths;
  assert.deepEqual(paths, [['$'], ['$id'], ['a.b', '0', 'c'], ['a', 'b'], ['[', 'x']]);
});

test('distinguishes responses without an end from complete and missing ones', () => {
  const stream = response({ error: 'no end after 2 s' });
  assert.equal(
    compare([stream], [response({ body: 'fi', error: 'no end after 2 s' })]).verdict,
    'unfinished',
  );
  const silent = response({ status: 0, error: 'no end after 2 s' });
  assert.equal(compare([silent], [silent]).verdict, 'unanswered');
});

test('a request that ends the application on both sides is reported, and on one side is a difference', () => {
  const broken = response({ status: 0, error: 'ECONNRESET' });
  const history = historyOf([broken], [broken]);
  history.ended = 'both';
  assert.equal(history.comparison().verdict, 'crashed');
  history.ended = 'maglev';
  assert.deepEqual(history.comparison().differences, [
    { what: 'the process', express: 'goes on', maglev: 'ends' },
  ]);
});

test('a diff shows context lines, and long lines from shortly before the difference', () => {
  const diff = (express: string, maglev: string) => diffOf({ what: 'body', express, maglev });
  assert.deepEqual(diff('a\nb\nc\nd', 'a\nb\nx\ny\nd'), [
    [' ', '(2 equal lines)'],
    ['-', 'c'],
    ['+', 'x'],
    ['+', 'y'],
    [' ', '(1 equal line)'],
  ]);
  const [[, before]] = diff(`${'a'.repeat(500)}X${'b'.repeat(500)}`, `${'a'.repeat(500)}Y`) as any;
  assert.match(before, /^\.\.\.a{30}Xb+\.\.\.$/);
  assert.deepEqual(diff('\0\x01', '\0\x02'), [
    ['-', '0001'],
    ['+', '0002'],
  ]);
});
