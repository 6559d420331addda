import assert from 'node:assert/strict';
import test from 'node:test';
import { dialect5 } from '../../compiler/dialect5.js';
import { shapeOf, trailingSlashOf } from '../../compiler/shape.js';

const ROUTE = { end: true, strict: false, sensitive: false };

test('segments are text in lower case, or null for any segment', () => {
  const shape = shapeOf(tokens('/Users/:id/Books'), false)!;
  assert.deepEqual(shape.segments, ['users', null, 'books']);
  assert.deepEqual(shape.names, [null, 'id', null]);
  assert.equal(shape.precise, true);
});

test('a segment of several parts is any segment, and imprecise', () => {
  for (const path of ['/a/:b-:c', '/a/v:b', '/a/:b.json']) {
    const shape = shapeOf(tokens(path), false)!;
    assert.deepEqual([shape.segments, shape.precise], [['a', null], false], path);
  }
});

test('letters are imprecise in case-sensitive paths', () => {
  assert.equal(shapeOf(tokens('/Users'), true)!.precise, false);
  assert.equal(shapeOf(tokens('/42/:id'), true)!.precise, true);
});

test('a wildcard that is a full last segment matches the rest; any other leaves the rest to the RegExp', () => {
  const alone = shapeOf(tokens('/a/*rest'), false)!;
  assert.deepEqual([alone.segments, alone.open, alone.wild, alone.precise], [['a'], true, 'rest', true]);
  for (const path of ['/a/b*rest', '/a/*rest/c']) {
    const shape = shapeOf(tokens(path), false)!;
    assert.deepEqual(
      [shape.segments, shape.open, shape.wild, shape.precise],
      [['a'], true, null, false],
      path,
    );
  }
});

test('text that the tree cannot hold is any segment', () => {
  for (const path of ['/caf\u00e9', '/a b', '/x\\*y']) {
    const shape = shapeOf(tokens(path), false)!;
    assert.deepEqual([shape.segments, shape.precise], [[null], false], path);
  }
});

test('a path that no regular request path can match has no shape', () => {
  for (const path of ['a', ':id', '/a//b']) assert.equal(shapeOf(tokens(path), false), null, path);
});

test('a trailing slash determines whether plain and slashed paths are accepted', () => {
  const accepted = (path: string, strict: boolean) => {
    const options = { ...ROUTE, strict };
    const found = trailingSlashOf(shapeOf(dialect5.parse(path, options)![0]!, false)!, options);
    return found && `${found.plain ? 'plain' : ''} ${found.slashed ? 'slashed' : ''}`.trim();
  };
  assert.equal(accepted('/a', false), 'plain slashed');
  assert.equal(accepted('/a/', false), 'plain slashed');
  assert.equal(accepted('/a', true), 'plain');
  assert.equal(accepted('/a/', true), 'slashed');
  assert.equal(accepted('/', true), 'plain slashed');
  assert.equal(accepted('', true), null);
});

function tokens(path: string) {
  return dialect5.parse(path, ROUTE)![0]!;
}
