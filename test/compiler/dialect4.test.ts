import assert from 'node:assert/strict';
import test from 'node:test';
import { dialect4 } from '../../compiler/dialect4.js';
import type { MatchOptions, Token } from '../../compiler/ir.js';
import { shapeOf } from '../../compiler/shape.js';

const LOOSE: MatchOptions = { end: true, strict: false, sensitive: false };

test('text and parameters are parsed in order', () => {
  assert.deepEqual(show('/users/:id/books'), ['/users/ :id /books']);
});

test('an optional parameter includes the slash or dot before it', () => {
  assert.deepEqual(show('/a/:b?'), ['/a / :b', '/a']);
  assert.deepEqual(show('/a.:ext?'), ['/a . :ext :ext', '/a']);
  assert.deepEqual(show('/:id?.:ext?').at(-1), '');
});

test('a capture that stays within its segment makes the segment imprecise', () => {
  for (const path of ['/:id(\\d+)/b', '/:id([a-f0-9-]+)/b', '/:id(one|two)/b', '/:id(\\w{2,4})/b']) {
    assert.deepEqual(shape(path), { segments: [null, 'b'], open: false, precise: false }, path);
  }
});

test('a capture that can match a slash leaves the rest of the path to the RegExp', () => {
  for (const path of ['/a/:id(.*)/b', '/a/:id([^x]+)/b', '/a/:id([a-z]*)/b', '/a/:id(\\d*)/b']) {
    assert.deepEqual(shape(path), { segments: ['a'], open: true, precise: false }, path);
  }
});

test('a star keeps the text before it', () => {
  assert.deepEqual(shape('/files/*'), { segments: ['files'], open: true, precise: false });
  assert.deepEqual(shape('/a/b*'), { segments: ['a'], open: true, precise: false });
});

test('a quantifier includes the character before it', () => {
  assert.deepEqual(shape('/x/ab?c'), { segments: ['x'], open: true, precise: false });
  assert.deepEqual(shape('/x/a/?b'), { segments: ['x'], open: true, precise: false });
  assert.deepEqual(shape('/x/(a)?b'), { segments: [], open: true, precise: false });
  assert.deepEqual(shape('/x/:id*'), { segments: [], open: true, precise: false });
});

test('a bar outside a harmless capture makes the path regexp-only', () => {
  assert.equal(dialect4.parse('/a|/b', LOOSE), null);
  assert.equal(dialect4.parse('/:id(a|[^x])', LOOSE), null);
});

test('regular expressions are regexp-only', () => {
  assert.equal(dialect4.parse(/^\/a/, LOOSE), null);
});

test('a value that cannot be decoded is a bad request, with status and statusCode', () => {
  assert.throws(() => dialect4.decode('%zz'), {
    message: "Failed to decode param '%zz'",
    status: 400,
    statusCode: 400,
  });
});

function show(path: unknown): string[] {
  return dialect4.parse(path, LOOSE)!.map((tokens) => tokens.map(word).filter(Boolean).join(' '));
}

function shape(path: string): unknown {
  const { segments, open, precise } = shapeOf(dialect4.parse(path, LOOSE)![0]!, false)!;
  return { segments, open, precise };
}

function word(token: Token): string {
  if (token.kind === 'text') return token.text;
  return token.kind === 'rest' ? '...' : `:${token.name}`;
}
