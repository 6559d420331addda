// The search of the page has a separate matcher for the browser. It has to give the same results as `explain`.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { explain } from '../../compiler/explain.js';
import type { Step } from '../../compiler/interpret.js';
import type { TableRecord } from '../../compiler/ir.js';
import { viewProgram } from '../../compiler/view.js';
import { factsOf } from '../../src/cli/inspect/facts.js';
import type { Inspection } from '../../src/cli/inspect/inspection.js';
import { rowsOf } from '../../src/cli/inspect/rows.js';
import { run } from '../../src/cli/inspect/task.js';
import { explainRequest } from '../../src/cli/routes/page/match.js';
import { dataOf } from '../../src/cli/routes/page.js';
import type { PageData } from '../../src/cli/routes/page-data.js';
import maglev5 from '../../src/index.js';
import maglev3 from '../../src/v3.js';
import maglev4 from '../../src/v4.js';
import {
  arbitraryMethod,
  arbitraryRequestPath,
  arbitraryTable,
  type Grammar,
  toTable,
} from '../compiler/tables.js';

const RUNS = { seed: Number(process.env.MAGLEV_SEED ?? Date.now() % 1_000_000_000), numRuns: 150 };
const paths = fc.array(arbitraryRequestPath, { minLength: 1, maxLength: 8 });

for (const grammar of [5, 4] as Grammar[]) {
  test(`${grammar}.x: the page finds the same leaf and layers as explain`, (t) => {
    t.diagnostic(`seed ${RUNS.seed}`);
    const property = fc.property(
      arbitraryTable(grammar),
      paths,
      arbitraryMethod,
      (specs, requests, method) => {
        const data = pageData(toTable(specs, grammar) as unknown as TableRecord, String(grammar));
        for (const path of requests) {
          // A new table, because a global RegExp keeps its lastIndex.
          const { leaf, steps } = explain(toTable(specs, grammar), method, path);
          const expected = { leaf, steps: steps.map(plain) };
          const result = explainRequest(data, method, path);
          assert.deepEqual({ ...result, steps: result.steps.map(plain) }, expected, `${method} ${path}`);
        }
      },
    );
    fc.assert(property, RUNS);
  });
}

test('the page treats a trailing slash as the application does', () => {
  for (const create of [maglev5, maglev4] as any[]) {
    const app = create();
    app.enable('strict routing');
    const respond = (_req: unknown, res: any) => res.end();
    app.get('/a', respond).get('/a/', respond).get('/:any', respond).get('/:any/', respond);
    const data = shown(run(app, { request: null }));
    for (const path of ['/a', '/a/', '/A/', '/b', '/b/', '/']) {
      const expected = app.explain('GET', path).steps.map(plain);
      assert.deepEqual(explainRequest(data, 'GET', path).steps.map(plain), expected, path);
    }
  }
});

test('3.x: the page finds the same layers as explain', () => {
  const app = (maglev3 as any)();
  const sub = (maglev3 as any)();
  const pass = (_req: unknown, _res: unknown, next: () => void) => next();
  app.use(pass);
  app.use('/Api', pass);
  sub.get('/inside/:id', pass);
  app.use('/sub', sub);
  app.get('/users/:id', pass);
  app.post('/users', pass);
  app.get('/files/*', pass);
  app.head('/only-head', pass);
  const data = shown(run(app, { request: null }));
  for (const method of ['GET', 'POST', 'HEAD']) {
    for (const path of [
      '/',
      '/users/7',
      '/users',
      '/api.json',
      '/apis',
      '/sub/inside/1',
      '/files/a/b',
      '/a//b',
    ]) {
      const expected = app.explain(method, path).steps.map(names);
      assert.deepEqual(explainRequest(data, method, path).steps.map(names), expected, `${method} ${path}`);
    }
  }
});

function pageData(table: TableRecord, line: string): PageData {
  const program = viewProgram(table, factsOf);
  return shown({ line, program, milliseconds: 0, fastPaths: [], explanation: null, code: null, others: [] });
}

/** The common properties of steps of the page and of `explain`. */
interface Met extends Pick<Step, 'index' | 'why' | 'matched'> {
  readonly inner: readonly Met[] | null;
}

/** The data in the format of the page. */
function shown(inspection: Inspection): PageData {
  return JSON.parse(JSON.stringify(dataOf(inspection, rowsOf(inspection))));
}

function plain({ index, why, matched, inner }: Met): object {
  return { index, why, matched, inner: inner === null ? null : inner.map(plain) };
}

/** 3.x explains the routes of one method, so positions differ. */
function names({ matched, inner }: Met): object {
  return { matched, inner: inner === null ? null : inner.map(names) };
}
