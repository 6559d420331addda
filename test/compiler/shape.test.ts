import assert from 'node:assert/strict';
import test from 'node:test';
import { dialect5 } from '../../compiler/dialect5.js';
import { shapeOf, trailingSlashOf } from '../../compiler/shape.js';

const ROUTE = { end: true, strict: false, sensitive: false };

test('segments are text in lower case, or any one segment', () => {
  const shape = shapeOf(tokens('/Users/:id/Books'), false)!;
  assert.deepEqual(shape.segments, ['users', null, 'books']);
  assert.deepEqual(shape.names, [null, 'id', null]);
  assert.equal(shape.precise, true);
});

test('a segment of several parts can be any segment, and must be asked', () => {
  for (const path of ['/a/:b-:c', '/a/v:b', '/a/:b.json']) {
    const shape = shapeOf(tokens(path), false)!;
    assert.deepEqual([shape.segments, shape.precise], [['a', null], false], path);
  }
});

test('letters must be asked for when case counts', () => {
  assert.equal(shapeOf(tokens('/Users'), true)!.precise, false);
  assert.equal(shapeOf(tokens('/42/:id'), true)!.precise, true);
});

test('a wildcard that is alone behind a slash takes the rest; any other leaves it to its RegExp', () => {
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

test('text that the tree cannot hold stands for any segment', () => {
  for (const path of ['/caf\u00e9', '/a b', '/x\\*y']) {
    const shape = shapeOf(tokens(path), false)!;
    assert.deepEqual([shape.segments, shape.precise], [[null], false], path);
  }
});

test('what no regular path can match has no shape', () => {
  for (const path of ['a', ':id', '/a//b']) assert.equal(shapeOf(tokens(path), false), null, path);
});

test('a slash at the end decides which spellings are accepted', () => {
  const trail = (path: string, strict: boolean) => {
    const options = { ...ROUTE, strict };
    const found = trailingSlashOf(shapeOf(dialect5.parse(path, options)![0]!, false)!, options);
    return found && `${found.plain ? 'plain' : ''} ${found.slashed ? 'slashed' : ''}`.trim();
  };
  assert.equal(trail('/a', false), 'plain slashed');
  assert.equal(trail('/a/', false), 'plain slashed');
  assert.equal(trail('/a', true), 'plain');
  assert.equal(trail('/a/', true), 'slashed');
  assert.equal(trail('/', true), 'plain slashed');
  assert.equal(trail('', true), null);
});

function tokens(path: string) {
  return dialect5.parse(path, ROUTE)![0]!;
}
