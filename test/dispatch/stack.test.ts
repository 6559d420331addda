import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../support/script.js';

/** Optimising compilers change the size of stack frames, at a time that varies. */
const FLAGS = ['--no-opt', '--no-sparkplug', '--no-maglev'];

const SCENARIOS: Record<string, { middlewares: number; path: string; add: string }> = {
  'routers in routers': { middlewares: 0, path: '/n', add: '' },
  'routers at / in routers': { middlewares: 0, path: '/', add: '' },
  'routers with 90 middlewares each': { middlewares: 90, path: '/n', add: '' },
  'routers with 90 routes each': { middlewares: 0, path: '/n', add: "outer.get('/*rest', pass)" },
};

for (const line of [5, 4]) {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    test(`${line}.x: ${name} can be nested as deeply as in Express`, async (t) => {
      const add = line === 5 ? scenario.add : scenario.add.replace('*rest', '*');
      const program = (side: string): string => `
        import { loadFramework } from './test/support/frameworks.js';
        const { Router } = await loadFramework('${side}', ${line});
        const pass = (req, res, next) => next();
        const visit = (router, url) =>
          new Promise((resolve) => {
            router({ method: 'GET', url }, { end: () => resolve(true) }, () => resolve(false));
          });
        async function works(depth) {
          let router = Router().get('/end', (req, res) => res.end());
          // V8 compiles a RegExp in its first two runs, and ends the process if the stack is too short for that.
          await visit(router, '/end');
          await visit(router, '/end');
          for (let i = 0; i < depth; i++) {
            const outer = Router();
            for (let j = 0; j < ${scenario.middlewares}; j++) outer.use(pass);
            if (${JSON.stringify(add)}) for (let j = 0; j < 90; j++) ${add || '0'};
            outer.use('${scenario.path}', router);
            router = outer;
          }
          router.compile?.();
          const url = '${scenario.path === '/' ? '' : scenario.path}'.repeat(depth) + '/end';
          return visit(router, url);
        }
        let [low, high] = [1, 2000];
        while (low + 1 < high) {
          const middle = (low + high) >> 1;
          if (await works(middle)) low = middle;
          else high = middle;
        }
        console.log(low);
      `;
      // Both with a binary search: the first run also compiles code, which needs more stack than running it.
      const [theirs, ours] = await Promise.all(
        ['express', 'maglev'].map(async (side) => Number(await runScript(program(side), FLAGS))),
      );
      t.diagnostic(`${theirs} routers, ${ours} in maglev`);
      assert.ok(theirs! > 1 && ours! >= theirs!, `${ours} routers, and ${theirs} in Express`);
    });
  }
}
