import assert from 'node:assert/strict';
import test from 'node:test';
import { dialect5 } from '../../compiler/dialect5.js';
import type { Token } from '../../compiler/ir.js';

const LOOSE = { end: true, strict: false, sensitive: false };
const STRICT = { ...LOOSE, strict: true };

test('text and parameters are parsed in order', () => {
  assert.deepEqual(show('/users/:id/books'), ['/users/ :id /books']);
  assert.deepEqual(show('/:from-:to.json'), ['/ :from - :to .json']);
});

test('names can be quoted and characters escaped', () => {
  assert.deepEqual(show('/:"first name"/a\\:b\\*'), ['/ :first name /a:b*']);
});

test('wildcards keep their name', () => {
  assert.deepEqual(show('/files/*path'), ['/files/ *path']);
});

test('optional groups become alternatives, the longer one first', () => {
  assert.deepEqual(show('/a{/:b}{.:c}'), ['/a / :b . :c', '/a / :b', '/a . :c', '/a']);
  assert.deepEqual(show('/a{/b{/c}}'), ['/a /b /c', '/a /b', '/a']);
});

test('a trailing slash matters only if strict', () => {
  assert.deepEqual(show('/a/'), ['/a']);
  assert.deepEqual(show('/a/', STRICT), ['/a/']);
  assert.deepEqual(show('/'), ['/']);
});

test('an array is a list of alternatives', () => {
  assert.deepEqual(show(['/a', '/:b']), ['/a', '/ :b']);
});

test('regular expressions, and token data in strict mode, are regexp-only', () => {
  assert.equal(dialect5.parse(/^\/a/, LOOSE), null);
  assert.equal(dialect5.parse(['/a', /b/], LOOSE), null);
  assert.equal(dialect5.parse({ tokens: [] }, STRICT), null);
});

test('a path with too many alternatives is regexp-only', () => {
  assert.equal(dialect5.parse('/{a}{b}{c}{d}{e}', LOOSE), null);
});

test('a value that cannot be decoded is a bad request', () => {
  assert.equal(dialect5.decode('a%20b'), 'a b');
  assert.throws(() => dialect5.decode('%zz'), {
    name: 'URIError',
    message: "Failed to decode param '%zz'",
    status: 400,
  });
});

test('parameters have no prototype', () => {
  assert.equal(Object.getPrototypeOf(dialect5.createParams()), null);
});

function show(path: unknown, options = LOOSE): string[] {
  return dialect5.parse(path, options)!.map((tokens) => tokens.map(word).filter(Boolean).join(' '));
}

function word(token: Token): string {
  if (token.kind === 'text') return token.text;
  return token.kind === 'rest' ? '...' : `${token.kind === 'wild' ? '*' : ':'}${token.name}`;
}
