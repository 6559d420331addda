import assert from 'node:assert/strict';
import test from 'node:test';
import type { Answer } from '../../../src/cli/compare/answer.js';
import { diffOf } from '../../../src/cli/compare/diff.js';
import { compare } from '../../../src/cli/compare/equality.js';
import { requestOf } from '../../../src/cli/compare/request.js';

const request = requestOf({ method: 'GET', path: '/' });

function answer(
  parts: { body?: string | Buffer; headers?: [string, string][]; status?: number; error?: string } = {},
): Answer {
  const { body = 'fine', headers = [], status = 200, error = null } = parts;
  return { status, reason: 'OK', headers: [['ETag', 'x'], ...headers], body: Buffer.from(body), error };
}

const twice = (one: Answer) => [one, one];
const between = (express: Answer, maglev: Answer) => compare(request, twice(express), twice(maglev));

test('the same answers are equal', () => {
  const { verdict, status, length, differences } = between(answer(), answer());
  assert.deepEqual(
    { verdict, status, length, differences },
    { verdict: 'equal', status: 200, length: 4, differences: [] },
  );
});

test('X-Powered-By may name the framework, and Date the time; nothing else goes through', () => {
  const express = answer({
    headers: [
      ['X-Powered-By', 'Express'],
      ['Date', 'now'],
    ],
  });
  const maglev = answer({
    headers: [
      ['X-Powered-By', 'Maglev'],
      ['Date', 'later'],
    ],
  });
  assert.equal(between(express, maglev).verdict, 'equal');
  assert.equal(between(express, maglev).named, true);
  assert.equal(between(maglev, express).verdict, 'different');
  assert.equal(between(express, answer()).verdict, 'different');
  const swapped = answer({
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
  const differing: [string, Answer, Answer][] = [
    ['status', answer(), answer({ status: 201 })],
    ['header x', answer({ headers: [['X', '1']] }), answer({ headers: [['X', '2']] })],
    ['header x', answer({ headers: [['X', '1']] }), answer({ headers: [['x', '1']] })],
    ['header x', answer({ headers: [['X', '1']] }), answer()],
    [
      'header set-cookie',
      answer({
        headers: [
          ['Set-Cookie', 'a'],
          ['Set-Cookie', 'b'],
        ],
      }),
      answer({
        headers: [
          ['Set-Cookie', 'b'],
          ['Set-Cookie', 'a'],
        ],
      }),
    ],
    ['body', answer({ body: Buffer.from([0xff]) }), answer({ body: Buffer.from([0xfe]) })],
    ['answer', answer(), answer({ error: 'ECONNRESET' })],
  ];
  for (const [what, express, maglev] of differing) {
    const { verdict, differences } = between(express, maglev);
    assert.equal(verdict, 'different', what);
    assert.deepEqual(
      differences.map((one) => one.what),
      [what],
    );
  }
});

test('what changes each time on both sides varies; what changes on one is a difference', () => {
  const bodies = (...texts: string[]) => texts.map((body) => answer({ body }));
  const varying = compare(request, bodies('a1', 'b22'), bodies('c3', 'd4'));
  assert.deepEqual([varying.verdict, varying.varying, varying.length], ['varies', ['body'], null]);
  assert.equal(compare(request, bodies('a', 'a'), bodies('c', 'd')).verdict, 'different');
  // A counter counts on both sides alike.
  assert.equal(compare(request, bodies('1', '2'), bodies('1', '2')).verdict, 'equal');
});

test('answers without an end are told apart from whole ones', () => {
  const stream = answer({ error: 'no end after 2 s' });
  assert.equal(compare(request, [stream], [stream]).verdict, 'unfinished');
});

test('a diff shows lines around the difference, and long lines from a little before it', () => {
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
