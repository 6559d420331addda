import assert from 'node:assert/strict';
import test from 'node:test';
import { Budget } from '../../compiler/budget.js';
import { compile } from '../../compiler/compile.js';
import { explain } from '../../compiler/explain.js';
import type { DispatchList } from '../../compiler/ir.js';
import type { Program } from '../../compiler/program.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import { type LayerSpec, toTable } from './tables.js';

test('the figures count layers, leaves and regexp-only layers', () => {
  const program = compileRoutes([
    use('/'),
    route('/a'),
    route('/b/:id', ['POST']),
    route({ regexp: '^/c', flags: '' }),
    { ...use('/d'), inner: [route('/e')] },
  ]);
  const { layers, regexpOnly, leaves, milliseconds } = program.figures;
  assert.deepEqual({ layers, regexpOnly }, { layers: 6, regexpOnly: 1 });
  assert.ok(leaves > 0 && milliseconds >= 0);
});

test('methods with the same routes share their lookup structures', () => {
  const program = compileRoutes([route('/a', ['GET', 'POST']), route('/b', ['PUT'])]);
  const indexes = program.indexes();
  assert.equal(indexes.get('GET'), indexes.get('POST'));
  assert.notEqual(indexes.get('GET'), indexes.get('PUT'));
  assert.equal(
    indexes.has('HEAD'),
    false,
    'HEAD uses the index of all methods, because GET routes handle it',
  );
});

test('a path in upper case or with a trailing slash has the same list as the plain path', () => {
  const program = compileRoutes([route('/users/list'), route('/users/:id')]);
  const plain = program.findListByPath('GET', '/users/list');
  assert.equal(program.findListByPath('GET', '/USERS/List'), plain);
  assert.equal(program.findListByPath('GET', '/users/list/'), plain);
});

test('irregular paths have no list and are scanned', () => {
  const program = compileRoutes([route('/a')]);
  for (const path of ['//a', '/a//', 'a', '', '/caf\u00e9', '/a b', '/a#b']) {
    assert.equal(program.findListByPath('GET', path), null, path);
  }
});

test('a URL has a static leaf only if it is a key, without query, fragment, trailing slash or capital letters', () => {
  const program = compileRoutes(
    ['/a', '/a\\?b', '/a#b', '/a b', '/caf\u00e9', '/a%20b'].map((path) => route(path)),
  );
  assert.notEqual(program.findStaticLeaf('GET', '/a'), undefined);
  for (const url of ['/a?b', '/a#b', '/a b', '/caf\u00e9', '/a%20b', '/A', '/a/', '/a?']) {
    assert.equal(program.findStaticLeaf('GET', url), undefined, url);
  }
});

test('the list of a path that no layer can match is empty', () => {
  assert.deepEqual(indexesOf(compileRoutes([route('/a')]).findListByPath('GET', '/b')), []);
});

test('a table in which everything overlaps does not have quadratic cost', () => {
  const half = 3000;
  const specs = [
    ...Array.from({ length: half }, (_, i) => route(`/a${i}/:x`)),
    ...Array.from({ length: half }, (_, i) => route(`/:y/b${i}`)),
  ];
  const program = compileRoutes(specs);
  // Leaves above the budget have no list and are scanned. Small leaves still have one.
  const lists = ['/a0/b0', `/a${half - 1}/b${half - 1}`].map((path) => program.findListByPath('GET', path));
  assert.ok(lists.some((list) => list === null));
  assert.deepEqual(indexesOf(program.findListByPath('GET', '/zz/b7')), [half + 7]);
});

test('leaves above the budget are counted and explained', () => {
  const specs = [use('/'), route('/a'), route('/:b'), route('/c/:d')];
  const table = toTable(specs, 5);
  assert.equal(compile(table, 'trie').figures.scanned, 0);
  const program = compile(table, 'trie', undefined, new Budget(0, 0));
  assert.ok(program.figures.scanned > 0);
  assert.equal(program.findListByPath('GET', '/a'), null);
  const explanation = explain(table, 'GET', '/a', 'trie', new Budget(0, 0));
  assert.equal(explanation.reason, 'overlap');
  assert.match(
    String(explanation),
    /^GET \/a is matched by scanning the complete table: too many layers overlap/,
  );
  assert.equal(explain(table, 'GET', '//a').reason, 'path');
  assert.equal(explain(table, 'GET', '/a').reason, null);
});

test('a path with too many optional groups is regexp-only', () => {
  const program = compileRoutes([route('/{a}{b}{c}{d}{e}{f}{g}:z')]);
  assert.equal(program.figures.regexpOnly, 1);
});

test('ten thousand routes find their own leaf', () => {
  const program = compileRoutes(Array.from({ length: 10_000 }, (_, i) => route(`/r${i}/:id`)));
  assert.deepEqual(indexesOf(program.findListByPath('GET', '/r9999/x')), [9999]);
});

function compileRoutes(specs: readonly LayerSpec[]): Program<LayerLike> {
  return compile(toTable(specs, 5), 'trie');
}

function indexesOf(list: DispatchList<LayerLike> | null): number[] {
  return Array.from(list ?? [], ({ index }) => index);
}

function route(path: LayerSpec['path'], methods: string[] = ['GET']): LayerSpec {
  return { path, end: true, strict: false, sensitive: false, methods, inner: null };
}

function use(path: LayerSpec['path']): LayerSpec {
  return { ...route(path), end: false, methods: null };
}
