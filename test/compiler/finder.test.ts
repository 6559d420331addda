import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { canGenerateCode } from '../../compiler/codegen.js';
import { type LeafSpec, SegmentFinder, SegmentNode } from '../../compiler/finder.js';
import { TreeFinder } from '../../compiler/tree.js';
import { cases } from '../support/cases.js';

interface Name {
  name: string;
}

test('text is preferred over a parameter, and a parameter over a wildcard, from left to right', () => {
  const finder = trieOf(leaves(['/a/:/c', '/:/b/c', '/a/*', '/*', '/a/b/d']));
  const found = (key: string) => finder.find(key)?.name;
  assert.equal(found('/a/b/c'), '/a/:/c');
  assert.equal(found('/a/b/d'), '/a/b/d');
  assert.equal(found('/a/b/e'), '/a/*');
  assert.equal(found('/x/b/c'), '/:/b/c');
  assert.equal(found('/x/b/d'), '/*');
});

test('a branch without a leaf is abandoned for the next one', () => {
  const finder = trieOf(leaves(['/a/b/x', '/:/b/y', '/:/:/z']));
  assert.equal(finder.find('/a/b/y')?.name, '/:/b/y');
  assert.equal(finder.find('/a/b/z')?.name, '/:/:/z');
  assert.equal(finder.find('/a/b/w'), null);
});

test('the tree of find-my-way finds the same leaves as the trie', {
  skip: canGenerateCode ? false : 'find-my-way generates code',
}, (t) => {
  const seed = Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000);
  t.diagnostic(`seed ${seed}`);
  const segment = fc.constantFrom(
    'a',
    'b',
    'ab',
    'abc',
    'a-b',
    'a.b',
    '%61',
    '%',
    'a:b',
    "it's",
    'x(y)',
    '{z}',
    '^',
    '1',
  );
  const path = fc
    .tuple(fc.array(fc.oneof(segment, fc.constant(':')), { maxLength: 4 }), fc.boolean())
    .map(([parts, wild]) => `${parts.map((part) => `/${part}`).join('')}${wild ? '/*' : ''}`)
    .filter((one) => one !== '');
  const key = fc
    .array(fc.oneof(segment, fc.constantFrom('zz', '%zz', '%2f', 'ab%', ':', ':p0')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => `/${parts.join('/')}`);
  const property = fc.property(
    fc.uniqueArray(path, { maxLength: 10 }),
    fc.array(key, { minLength: 1 }),
    (paths, keys) => {
      const specs = leaves(paths);
      const tree = new TreeFinder<Name>();
      for (const spec of specs) tree.add(spec);
      tree.compile();
      const trie = trieOf(specs);
      for (const one of keys)
        assert.equal(tree.find(one, one.includes('%'))?.name, trie.find(one)?.name, one);
    },
  );
  fc.assert(property, { seed, numRuns: cases(300) });
});

function trieOf(specs: readonly LeafSpec<Name>[]): SegmentFinder<Name> {
  const root = new SegmentNode<Name>();
  for (const { segments, wild, leaf } of specs) {
    let node = root;
    for (const segment of segments) node = node.getOrCreateChild(segment);
    if (wild) node.wildLeaf = leaf;
    else node.leaf = leaf;
  }
  return new SegmentFinder(root);
}

/** `:` is any segment. */
function leaves(paths: readonly string[]): LeafSpec<Name>[] {
  return paths.map((name) => {
    const wild = name.endsWith('/*');
    const segments = (wild ? name.slice(0, -2) : name).split('/').slice(1);
    return { segments: segments.map((one) => (one === ':' ? null : one)), wild, leaf: { name } };
  });
}
