import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { FAULTY, PROMISED } from './apps.js';
import { User } from './user.js';

/** `maglev check`, as a user runs it; what each rule finds is tested in findings.test.ts. */
export function testCheck(installed: () => Installation): void {
  describe('maglev check', { concurrency: 2 }, () => {
    it('finds everything, and says so by its exit code', async () => {
      const user = new User(installed(), '4', 'check-faulty');
      user.write('app.js', FAULTY);
      const { code, stdout } = await user.maglev('check', 'app.js');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /warning {2}GET \/users\/me {2}app\.js:8\n.*possibly shadowed by GET \/users\/:id \(app\.js:7\)/,
      );
      assert.match(stdout, /write '\/users\/:id\?'/);
      const { findings } = JSON.parse((await user.maglev('check', 'app.js', '--json')).stdout);
      assert.deepEqual(findings.map(({ rule }: { rule: string }) => rule).sort(), [
        'backtracking',
        'duplicate',
        'error-arity',
        'late-middleware',
        'opaque',
        'other-grammar',
        'parameter-names',
        'possibly-shadowed',
      ]);
    });

    it('tells what an application of 4.x has to change for 5.x', async () => {
      const user = new User(installed(), '4', 'check-move');
      user.write('app.js', FAULTY);
      const { code, stdout } = await user.maglev('check', 'app.js', '--express', '5');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /error {2}GET \/foo\* {2}app\.js:14\n.*\[refused-path\]\n {2}write '\/foo\{\*splat\}'/,
      );
    });

    it('is content with a clean application', async () => {
      const user = new User(installed(), '5', 'check-clean');
      user.write('app.mjs', PROMISED);
      assert.deepEqual(await user.maglev('check', 'app.mjs', '--strict'), {
        code: 0,
        stdout: 'app.mjs: nothing found\n',
        stderr: '',
      });
    });
  });
}
