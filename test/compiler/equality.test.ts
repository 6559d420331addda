import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../compiler/budget.js';
import { canGenerateCode } from '../../compiler/codegen.js';
import { compile } from '../../compiler/compile.js';
import { explain } from '../../compiler/explain.js';
import { interpret, type Step } from '../../compiler/interpret.js';
import { type DispatchList, NEEDS_MATCH, type TableRecord } from '../../compiler/ir.js';
import type { FinderChoice } from '../../compiler/tree.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import { cases } from '../support/cases.js';
import {
  arbitraryDenseTable,
  arbitraryLargeTable,
  arbitraryMethod,
  arbitraryRequestPath,
  arbitraryTable,
  DENSE_PATHS,
  type Grammar,
  type LayerSpec,
  LINES,
  toTable,
} from './tables.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000) };
const CHOICES: FinderChoice[] = canGenerateCode ? ['trie', 'trie', 'trie', 'tree'] : ['trie'];
const paths = fc.array(arbitraryRequestPath, { minLength: 1, maxLength: 8 });

for (const grammar of [5, 4] as Grammar[]) {
  test(`${grammar}.x: the compiled program runs the same layers as the interpreter`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const property = fc.property(
      arbitraryTable(grammar),
      paths,
      arbitraryMethod,
      fc.constantFrom(...CHOICES),
      (specs, requests, method, choice) => {
        for (const path of requests) {
          // A new table for each side, because a global RegExp has state.
          const expected = interpret(toTable(specs, grammar), method, path).map(plain);
          const actual = explain(toTable(specs, grammar), method, path, choice).steps.map(plain);
          assert.deepEqual(actual, expected, `${method} ${path}`);
        }
      },
    );
    fc.assert(property, { ...RUNS, numRuns: cases(4000) });
  });

  /** No budget beyond that of each leaf, some budget, and an unlimited one. */
  const budgets: [free: number, perPlace: number][] = [
    [0, 0],
    [0, 80],
    [2000, 80],
    [1e9, 0],
  ];

  test(`${grammar}.x: large, deep and overlapping tables run the same layers as the interpreter, with any budget`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const property = fc.property(
      arbitraryLargeTable(grammar),
      paths,
      arbitraryMethod,
      fc.constantFrom(...budgets),
      (specs, requests, method, budget) => {
        for (const path of requests) {
          const expected = interpret(toTable(specs, grammar), method, path).map(plain);
          const table = toTable(specs, grammar);
          const { steps } = explain(table, method, path, 'trie', new Budget(...budget));
          assert.deepEqual(steps.map(plain), expected, `${method} ${path}`);
        }
      },
    );
    fc.assert(property, { ...RUNS, numRuns: cases(150) });
  });

  test(`${grammar}.x: tables whose paths overlap in every segment run the same layers as the interpreter`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const property = fc.property(arbitraryDenseTable(grammar), fc.boolean(), (specs, scarce) => {
      const table = toTable(specs, grammar);
      for (const path of DENSE_PATHS) {
        const expected = interpret(table, 'GET', path).map(plain);
        const budget = scarce ? new Budget(3000, 0) : undefined;
        assert.deepEqual(explain(table, 'GET', path, 'trie', budget).steps.map(plain), expected, path);
      }
    });
    fc.assert(property, { ...RUNS, numRuns: cases(150) });
  });

  test(`${grammar}.x: the list of a path contains every layer that matches the path`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const property = fc.property(
      arbitraryTable(grammar),
      paths,
      arbitraryMethod,
      (specs, requests, method) => {
        const stateless = specs.map(withoutGlobal);
        const table = toTable(stateless, grammar);
        const program = compile(table, 'trie');
        for (const path of requests) {
          const list = program.findListByPath(method, path);
          if (list !== null) assertComplete(table, list, method, path);
        }
      },
    );
    fc.assert(property, { ...RUNS, numRuns: cases(3000) });
  });

  test(`${grammar}.x: a certain layer matches, with the same parameters as its RegExp`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const { dialect } = LINES[grammar];
    const property = fc.property(arbitraryTable(grammar, 0), paths, (specs, requests) => {
      const table = toTable(specs.map(withoutGlobal), grammar);
      const program = compile(table, 'trie');
      for (const path of requests) {
        for (const { layer, certainty, extractor } of program.findListByPath('GET', path) ?? []) {
          if (certainty === NEEDS_MATCH || extractor === null) continue;
          const params = dialect.createParams();
          const error = attempt(() => extractor.extract(path, params));
          assert.equal(
            attempt(() => assert.equal(layer.match(path), true)),
            error,
          );
          if (error !== null) continue;
          assert.deepEqual(params, layer.params);
          assert.deepEqual(Object.keys(params), [...extractor.names]);
        }
      }
    });
    fc.assert(property, { ...RUNS, numRuns: cases(3000) });
  });
}

/** The parts of a step that do not depend on how it was found. */
function plain({ index, path, matched, inner }: Step<LayerLike>): unknown {
  return { index, path, matched, inner: inner?.map(plain) ?? null };
}

function assertComplete(
  table: TableRecord<LayerLike>,
  list: DispatchList<LayerLike>,
  method: string,
  path: string,
): void {
  const listed = new Map(Array.from(list, (entry) => [entry.index, entry]));
  for (const step of interpret(table, method, path)) {
    const entry = listed.get(step.index);
    assert.ok(entry, `${method} ${path} misses layer ${step.index} (${String(step.record.path)})`);
    if (entry.inner === null || step.record.mount === null) continue;
    const rest = path.slice(step.matched.length) || '/';
    assertComplete(step.record.mount, entry.inner.list, method, rest);
  }
}

function withoutGlobal(spec: LayerSpec): LayerSpec {
  const strip = (path: LayerSpec['path']): LayerSpec['path'] => {
    if (Array.isArray(path)) return path.map(strip);
    return typeof path === 'string' ? path : { ...path, flags: path.flags.replace('g', '') };
  };
  return { ...spec, path: strip(spec.path), inner: spec.inner?.map(withoutGlobal) ?? null };
}

function attempt(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
