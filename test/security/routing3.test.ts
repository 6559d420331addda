/** Attacks on the routing of 3.x, whose applications differ from those of the newer major versions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Framework, lines, sendRequest, suite } from '../support/api.js';
import { quickly } from './quickly.js';
import { SPELLINGS } from './spellings.js';

const guards: Record<string, (app: any, guard: any) => void> = {
  'use at the path': (app, guard) => app.use('/admin', guard),
  'all at the path': (app, guard) => app.all('/admin', guard),
  'all with a wildcard': (app, guard) => app.all('/admin*', guard),
  'a RegExp': (app, guard) => app.all(/^\/admin/i, guard),
};

const targets: Record<string, (app: any, target: any, framework: Framework) => void> = {
  'a route': (app, target) => app.get('/admin', target),
  'routes with a parameter': (app, target) => {
    app.get('/admin', target);
    app.get('/admin/:x', target);
  },
  'a mounted application': (app, target, framework) => app.use('/admin', framework().use(target)),
};

describe('a guard in 3.x', () => {
  for (const [guardName, guard] of Object.entries(guards)) {
    for (const [targetName, target] of Object.entries(targets)) {
      for (const settings of [[], ['case sensitive routing', 'strict routing']]) {
        test(`${guardName} before ${targetName} [${settings}]: every spelling as in Express`, async () => {
          const trace = async (framework: Framework, url: string): Promise<string> => {
            const app = framework();
            const ran: string[] = [];
            for (const setting of settings) app.enable(setting);
            guard(app, (_req: any, _res: any, next: any) => {
              ran.push('guard');
              next();
            });
            target(app, (_req: any, res: any) => res.send('reached'), framework);
            const { status, body } = await sendRequest(app, url);
            // Without the stack.
            return `${ran.join()} ${status} ${body.split('<br>')[0]}`;
          };
          for (const url of SPELLINGS) {
            assert.equal(await trace(lines[3].maglev, url), await trace(lines[3].express, url), url);
          }
        });
      }
    }
  }
});

suite(
  'hostile paths and methods',
  (framework) => {
    // CVE-2024-45296, CVE-2024-52798
    test('long paths of dashes do not make /:a-:b backtrack', async () => {
      const app = framework();
      app.get('/:a-:b', (_req: any, res: any) => res.send('reached'));
      await quickly(() => sendRequest(app, `/${'-'.repeat(12_000)}a/x`));
    });

    // CVE-2026-47219
    test('methods named like members of Object.prototype are rejected', async () => {
      const app = framework();
      app.get('/', (_req: any, res: any) => res.send('never'));
      for (const method of ['constructor', '__proto__', 'toString']) {
        assert.notEqual((await sendRequest(app, { method, path: '/' })).body, 'never');
      }
    });

    test('parameters named like members of Object.prototype do not change it', async () => {
      const app = framework();
      app.get('/:constructor/:hasOwnProperty', (req: any, res: any) =>
        res.send(`${req.params.constructor} ${req.params.hasOwnProperty}`),
      );
      assert.equal((await sendRequest(app, '/a/b')).body, 'a b');
      assert.equal(({} as any).a, undefined);
    });
  },
  [3],
);
