import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewProgram } from '../../compiler/view.js';
import { findingsOf } from '../../src/cli/check/findings.js';
import { rowsOf } from '../../src/cli/inspect/rows.js';
import { run } from '../../src/cli/inspect/task.js';
import { wordsOf } from '../../src/cli/routes/words.js';
import { createStyle } from '../../src/cli/style.js';
import { tableOf } from '../../src/registration/table.js';
import { routing } from '../support/routing.js';

/** More levels than the stack has room for calls. */
const DEEP = 10_000;
/** The limit for functions that return nested steps. */
const NESTED = 5_000;

routing(
  'tables that are deeper than the stack',
  ({ Router, line, engine }) => {
    const pass = (_req: any, _res: any, next: any): void => next();

    const nest = (depth: number): any => {
      let router = Router().get('/end', pass);
      for (let i = 1; i < depth; i++) router = Router().use(pass).use('/n', router);
      return router;
    };

    for (const [kind, segment] of [
      ['text', '/s'],
      ['parameters', '/:p'],
    ] as const) {
      test(`of one long path of ${kind} are compiled, explained and listed`, () => {
        const router = Router();
        router.get(segment.repeat(DEEP), pass);
        router.get(`${segment.repeat(DEEP - 1)}/x`, pass);
        const url = '/s'.repeat(DEEP);
        assert.equal(router.compile().layers, 2);
        assert.deepEqual(
          router.explain('GET', url).steps.map(({ index }: any) => index),
          [0],
        );
        assert.equal(router.routes().length, 2);
        let left: unknown = 'not yet';
        router({ method: 'GET', url }, {}, (error: unknown) => (left = error));
        assert.equal(left, undefined);
        assert.equal(viewProgram(tableOf(router)!.record(), () => ({})).figures.layers, 2);
      });
    }

    test('of nested routers are compiled and listed', () => {
      const router = nest(DEEP);
      assert.ok(router.compile().layers > 0);
      assert.equal(router.routes().length, 2 * DEEP - 1);
      const last = router.routes().at(-1);
      assert.equal(last.path, `${'/n'.repeat(DEEP - 1)}/end`);
    });

    test('of nested routers are explained', () => {
      const router = nest(NESTED);
      let steps = router.explain('GET', `${'/n'.repeat(NESTED - 1)}/end`).steps;
      let depth = 0;
      while (steps.at(-1).inner !== null) {
        steps = steps.at(-1).inner;
        depth++;
      }
      assert.equal(depth, NESTED - 1);
      assert.equal(steps[0].layer.route.path, '/end');
    });

    test('of nested routers build the URL of a route', () => {
      const inner = Router();
      inner.route('/end').as('end').get(pass);
      let router = inner;
      for (let i = 1; i < NESTED; i++) router = Router().use('/n', router);
      assert.equal(router.url('end'), `${'/n'.repeat(NESTED - 1)}/end`);
    });

    test('are printed by the command', { skip: engine === 'scan' || line === 4 }, () => {
      const router = nest(NESTED);
      router.get('/s'.repeat(NESTED), pass);
      const path = `${'/n'.repeat(NESTED - 1)}/end`;
      const inspection = JSON.parse(JSON.stringify(run(router, { request: { method: 'GET', path } })));
      assert.equal(rowsOf(inspection).length, 2 * NESTED);
      assert.ok(Array.isArray(findingsOf(inspection)));
      const words = wordsOf(inspection.explanation, rowsOf(inspection), createStyle({}, {}));
      assert.match(words, / is handled by pass, GET (?:\/n)+\/end, unless it calls next\n/);
    });
  },
  { only: 'maglev', engines: ['trie', 'scan'] },
);
