import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { randomOf, randomSeed } from '../support/random.js';
import { oldProgram } from './check/idioms.js';
import { User } from './user.js';

const ROUTES = 60;
const SEND = fileText('./check/send-all.cjs');

/** `maglev check --fix` on random programs, which are run on the real Express 4 and, after that, on the real Express 5. */
export function testFixes(installed: () => Installation): void {
  describe('maglev check --fix', () => {
    const seed = randomSeed();

    it(`leaves nothing to fix in random programs, which respond as before (MAGLEV_SEED=${seed})`, async () => {
      const [old, moved] = [new User(installed(), '4', 'fixes-4'), new User(installed(), '5', 'fixes-5')];
      const { text, paths } = oldProgram(randomOf(seed), ROUTES);
      for (const user of [old, moved]) {
        user.write('package.json', '{ "private": true }');
        user.write('paths.json', JSON.stringify(paths));
      }
      old.write('app.js', text);
      const before = await old.project.run('send.cjs', SEND);
      const { code, stdout } = await old.maglev('check', 'app.js', '--express', '5', '--fix', '--yes');
      assert.equal(code, 0, stdout);
      const again = await old.maglev('check', 'app.js', '--express', '5', '--json', '--strict');
      const { findings } = JSON.parse(again.stdout);
      assert.deepEqual(
        findings.filter(({ fixable }: { fixable: boolean }) => fixable),
        [],
      );
      moved.write('app.js', readFileSync(join(old.folder, 'app.js'), 'utf8'));
      const after = await moved.project.run('send.cjs', SEND);
      assert.deepEqual(after.split('\n'), before.split('\n'));
    });
  });
}

function fileText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
