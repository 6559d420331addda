import assert from 'node:assert/strict';
import test from 'node:test';
import { dialect5 } from '../../compiler/dialect5.js';
import { CERTAIN, type LayerRecord, MATCH_ALL, NEEDS_MATCH, type TableRecord } from '../../compiler/ir.js';
import { viewProgram } from '../../compiler/view.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import { Layer } from '../../src/lines/v5/layer.js';

type Rest = Partial<Pick<LayerRecord<LayerLike>, 'methods' | 'mount'>>;

test('a program is plain data: tables, a tree for each set of methods, and each list once', () => {
  const users = table([record('/:id', { methods: ['GET'] })]);
  const root = table([
    record('/', {}),
    record('/users', { mount: users }),
    record(/^\/x/, { methods: ['POST'] }),
  ]);
  const { tables, indexes, lists, figures } = viewProgram(root, ({ path }) => ({ given: String(path) }));

  assert.deepEqual(
    tables.map(({ layers }) =>
      layers.map(({ given, mount, slash, methods }) => [given, mount, slash, methods]),
    ),
    [
      [
        ['/', null, true, null],
        ['/users', 1, false, null],
        ['/^\\/x/', null, false, ['POST']],
      ],
      [['/:id', null, false, ['GET']]],
    ],
  );
  assert.deepEqual(tables[0]!.layers[2]!.pattern, null);
  assert.deepEqual(
    indexes.map(({ methods }) => methods),
    [['GET', '*'], ['POST']],
  );

  const { nodes } = indexes[0]!;
  const usersNode = nodes[nodes[0]!.children[0]!]!;
  assert.equal(usersNode.segment, 'users');
  const any = nodes[usersNode.children[0]!]!;
  assert.equal(any.segment, null);
  const [plain, slashed] = any.leaf!;
  assert.equal(plain, slashed);
  const inner = lists[plain!]![1]![2]!;
  assert.deepEqual(lists[plain!], [
    [0, MATCH_ALL, null],
    [1, CERTAIN, inner],
    [2, NEEDS_MATCH, null],
  ]);
  assert.deepEqual(lists[inner], [[0, CERTAIN, null]]);
  assert.equal(new Set(lists.map((list) => JSON.stringify(list))).size, lists.length);
  assert.equal(figures.layers, 4);
  assert.equal(figures.regexpOnly, 1);
});

test('a method whose routes match no path has an index without leaves', () => {
  const root = table([record('nowhere', { methods: ['PUT'] }), record('/a', { methods: ['GET'] })]);
  const { indexes } = viewProgram(root, () => ({}));
  const put = indexes.find(({ methods }) => methods.includes('PUT'))!;
  assert.deepEqual(put.nodes, [{ segment: null, leaf: null, wild: null, children: [] }]);
});

function table(layers: LayerRecord<LayerLike>[]): TableRecord<LayerLike> {
  return { owner: {}, version: 0, dialect: dialect5, layers };
}

function record(path: unknown, { methods = null, mount = null }: Rest): LayerRecord<LayerLike> {
  const end = methods !== null;
  const options = { end, strict: false, sensitive: false };
  const layer = new (Layer as any)(path, options, () => {}) as LayerLike;
  return { layer, path, options, foreign: false, slash: path === '/' && !end, methods, live: false, mount };
}
