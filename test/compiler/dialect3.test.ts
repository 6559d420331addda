import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { dialect3 } from '../../compiler/dialect3.js';
import { Route } from '../../src/lines/v3/route.js';
import { RouteList } from '../../src/lines/v3/route-list.js';
import { type Engine, forceEngine } from '../../src/registration/table.js';
import { toPath } from '../differential/build.js';
import { arbitraryPath } from '../differential/model.js';
import { cases } from '../support/cases.js';
import { arbitraryRequestPath } from './tables.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000), numRuns: cases(4000) };

interface RouteSpec {
  path: any;
  sensitive: boolean;
  strict: boolean;
}

const arbitraryRoute: fc.Arbitrary<RouteSpec> = fc.record({
  path: arbitraryPath(3),
  sensitive: fc.boolean(),
  strict: fc.boolean(),
});

const toRoutes = (specs: readonly RouteSpec[]): Route[] =>
  specs.flatMap(({ path, ...options }) => {
    try {
      return [new (Route as any)('get', toPath(path), [], options)];
    } catch {
      return [];
    }
  });

test('a list finds the same routes as a linear search, with the same parameters', (t) => {
  t.diagnostic(`seed ${RUNS.seed}`);
  const property = fc.property(
    fc.array(arbitraryRoute, { maxLength: 12 }),
    fc.array(arbitraryRequestPath, { minLength: 1, maxLength: 6 }),
    fc.nat(4),
    fc.constantFrom<Engine>('trie', 'trie', 'tree'),
    (specs, paths, from, engine) => {
      forceEngine(engine);
      const list = RouteList.of(toRoutes(specs));
      const routes = toRoutes(specs);
      for (const path of paths) {
        assert.deepEqual(
          outcome(() => list.find(path, from), list.view),
          outcome(() => routes.findIndex((route, i) => i >= from && route.match(path)), routes),
          path,
        );
      }
    },
  );
  try {
    fc.assert(property, RUNS);
  } finally {
    forceEngine('auto');
  }
});

/** The index and the parameters of the route that was found, or the error. */
function outcome(find: () => number, routes: readonly Route[]): unknown {
  try {
    const index = find();
    return index === -1 ? index : [index, Object.entries(routes[index]!.params)];
  } catch (error: any) {
    return [error.message, error.status];
  }
}

test('plain paths need no RegExp, and a trailing slash matters', () => {
  const parsed = (path: unknown) => dialect3.parse(path, { end: true, strict: false, sensitive: false });
  assert.deepEqual(parsed('/a/:id'), [
    [
      { kind: 'text', text: '/a/' },
      { kind: 'param', name: 'id' },
      { kind: 'text', text: '' },
    ],
  ]);
  assert.deepEqual(parsed('/a/'), [[{ kind: 'text', text: '/a/' }]]);
  assert.equal(parsed(/x/), null);
  assert.equal(parsed(['/a', '/b*']), null);
  // The group around the elements of an array shifts the names, so that they are only read with the RegExp.
  assert.equal(parsed(['/a/:id'])!.length, 2);
});
