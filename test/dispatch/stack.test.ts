import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScript } from '../support/script.js';

/** Optimising compilers change the size of stack frames, at a time that varies. */
const FLAGS = ['--no-opt', '--no-sparkplug', '--no-maglev'];

/** Prints the greatest depth that works. */
const BINARY_SEARCH = `
  let [low, high] = [1, 2];
  while (high <= 4000 && (await works(high))) [low, high] = [high, 2 * high];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (await works(middle)) low = middle;
    else high = middle;
  }
  console.log(low);
`;

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
      const run = async (side: string, search: string): Promise<number> =>
        Number(await runScript(program(side, search), FLAGS));
      const program = (side: string, search: string): string => `
        import { loadFramework } from './test/support/frameworks.js';
        const { Router } = await loadFramework('${side}', ${line});
        const pass = (req, res, next) => next();
        const visit = (router, url) =>
          new Promise((resolve) => {
            router({ method: 'GET', url }, { end: () => resolve(true) }, () => resolve(false));
          });
        // By how many routers each is mounted on top of. Each mounts the one before.
        const routers = [Router().get('/end', (req, res) => res.end())];
        // V8 compiles a RegExp in its first two runs, and ends the process if the stack is too short for that.
        await visit(routers[0], '/end');
        await visit(routers[0], '/end');
        async function works(depth) {
          while (routers.length <= depth) {
            const outer = Router();
            for (let j = 0; j < ${scenario.middlewares}; j++) outer.use(pass);
            if (${JSON.stringify(add)}) for (let j = 0; j < 90; j++) ${add || '0'};
            outer.use('${scenario.path}', routers.at(-1));
            routers.push(outer);
          }
          const router = routers[depth];
          router.compile?.();
          const url = '${scenario.path === '/' ? '' : scenario.path}'.repeat(depth) + '/end';
          return visit(router, url);
        }
        ${search}
      `;
      // The first run also compiles code, which needs more stack than running it: maglev runs at a smaller depth first, too.
      const theirs = await run('express', BINARY_SEARCH);
      t.diagnostic(`${theirs} routers`);
      assert.ok(theirs > 1);
      const search = `await works(${theirs >> 1}); console.log(Number(await works(${theirs})));`;
      assert.equal(await run('maglev', search), 1, `${theirs} routers are too many, but not in Express`);
    });
  }
}
