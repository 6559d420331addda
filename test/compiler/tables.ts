/** Random tables without HTTP. The records come from real layers, so that the tests compile what would run. */

import fc from 'fast-check';
import { dialect4 } from '../../compiler/dialect4.js';
import { dialect5 } from '../../compiler/dialect5.js';
import type { Dialect, LayerRecord, TableRecord } from '../../compiler/ir.js';
import type { LayerConstructor, LayerLike } from '../../src/contracts/layer.js';
import { v4 } from '../../src/lines/v4/line.js';
import { v5 } from '../../src/lines/v5/line.js';
import { toPath } from '../differential/build.js';
import {
  type Grammar as AnyGrammar,
  arbitraryPath,
  arbitraryTarget,
  type PathSpec,
} from '../differential/model.js';

/** The grammars of routers whose layers can be mounts. 3.x has lists of routes. */
export type Grammar = Exclude<AnyGrammar, 3>;

export interface LayerSpec {
  path: PathSpec;
  end: boolean;
  strict: boolean;
  sensitive: boolean;
  methods: string[] | '*' | null;
  inner: LayerSpec[] | null;
}

interface Line {
  dialect: Dialect;
  Layer: LayerConstructor;
}

export const LINES: Record<Grammar, Line> = {
  4: { dialect: dialect4, Layer: v4.Layer },
  5: { dialect: dialect5, Layer: v5.Layer },
};

export const arbitraryMethod = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT');

export function arbitraryTable(grammar: Grammar, depth = 2): fc.Arbitrary<LayerSpec[]> {
  const flags = { strict: fc.boolean(), sensitive: fc.boolean() };
  const route = fc.record({
    ...flags,
    path: arbitraryPath(grammar),
    end: fc.constant(true),
    methods: fc.oneof(fc.uniqueArray(arbitraryMethod, { maxLength: 2 }), fc.constant('*' as const)),
    inner: fc.constant(null),
  });
  const middleware = fc.record({
    ...flags,
    path: fc.oneof(fc.constant('/'), arbitraryPath(grammar)),
    end: fc.constant(false),
    methods: fc.constant(null),
    inner:
      depth === 0
        ? fc.constant(null)
        : fc.option(fc.constant(0).chain(() => arbitraryTable(grammar, depth - 1))),
  });
  return fc.array(fc.oneof({ weight: 3, arbitrary: route }, { weight: 2, arbitrary: middleware }), {
    maxLength: depth === 2 ? 12 : 5,
  }) as fc.Arbitrary<LayerSpec[]>;
}

/** Many routers at `/` with one middleware each, more layers in a list than one run has, and routers 40 mounts deep. */
export function arbitraryLargeTable(grammar: Grammar): fc.Arbitrary<LayerSpec[]> {
  const routers = fc.array(arbitraryTable(grammar, 0), { minLength: 4, maxLength: 50 });
  const deep = fc.tuple(arbitraryTable(grammar, 0), fc.constantFrom('/', '/a', '/:p'));
  return fc.tuple(routers, deep, arbitraryTable(grammar, 1)).map(([tables, [innermost, path], own]) => {
    let nested = innermost;
    for (let i = 0; i < 40; i++) nested = [mountAt('/'), mountAt(i % 13 === 0 ? path : '/', nested)];
    return [
      ...tables.map((inner) => mountAt('/', [mountAt('/'), ...inner])),
      ...own,
      mountAt(path, nested),
      mountAt('/a', tables[0]!),
    ];
  });
}

const LETTERS = ['a', 'b', 'c'];

/** Every path of up to three letters. */
export const DENSE_PATHS: readonly string[] = LETTERS.flatMap((a) => [
  `/${a}`,
  ...LETTERS.flatMap((b) => [`/${a}/${b}`, ...LETTERS.map((c) => `/${a}/${b}/${c}`)]),
]);

/** Routes and prefixes of few letters, parameters and wildcards, so that many of them match each path. */
export function arbitraryDenseTable(grammar: Grammar): fc.Arbitrary<LayerSpec[]> {
  const segment = fc.constantFrom(...LETTERS, ':p');
  const path = fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 7 }))
    .map(([segments, wild]) => `/${segments.join('/')}${wild === 0 ? (grammar === 5 ? '/*w' : '/*') : ''}`);
  const layer = fc
    .tuple(path, fc.boolean())
    .map(([one, end]): LayerSpec => ({ ...mountAt(one), end, methods: end ? ['GET'] : null }));
  const mount = fc.tuple(path, fc.array(layer, { maxLength: 4 })).map(([one, inner]) => mountAt(one, inner));
  return fc.array(fc.oneof({ weight: 4, arbitrary: layer }, { weight: 1, arbitrary: mount }), {
    minLength: 4,
    maxLength: 20,
  });
}

function mountAt(path: string, inner: LayerSpec[] | null = null): LayerSpec {
  return { path, end: false, strict: false, sensitive: false, methods: null, inner };
}

/** The path of a request target, as a router parses it. */
export const arbitraryRequestPath: fc.Arbitrary<string> = arbitraryTarget.map(
  (target) => target.split('?', 1)[0]!,
);

export function toTable(specs: readonly LayerSpec[], grammar: Grammar): TableRecord<LayerLike> {
  const { dialect } = LINES[grammar];
  return { owner: {}, version: 0, dialect, layers: specs.flatMap((spec) => toRecord(spec, grammar) ?? []) };
}

function toRecord(spec: LayerSpec, grammar: Grammar): LayerRecord<LayerLike> | null {
  const { end, strict, sensitive, methods, inner } = spec;
  const options = { end, strict: end && strict, sensitive };
  const path = toPath(spec.path);
  const layer = tryLayer(path, options, grammar);
  if (layer === null) return null;
  const mount = inner === null ? null : toTable(inner, grammar);
  return { layer, path, options, foreign: false, slash: path === '/' && !end, methods, live: false, mount };
}

/** Null for a pattern that registration rejects. */
function tryLayer(path: unknown, options: LayerRecord['options'], grammar: Grammar): LayerLike | null {
  try {
    return new LINES[grammar].Layer(path, options, () => {});
  } catch {
    return null;
  }
}
