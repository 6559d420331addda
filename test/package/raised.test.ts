import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeOracle, differencesOf, failuresIn, isNewer, withPlatforms } from '../../.build/raised.js';

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/${name}/`, import.meta.url));

describe('raising the version of Express that tests compare with', () => {
  it('reports what is new in it', () => {
    const [four, five] = ['express4', 'express5'].map((name) => describeOracle(folderOf(name)));
    assert.deepEqual(differencesOf(five!, five!), []);
    const lines = differencesOf(four!, five!);
    for (const line of [
      'dependencies: now router ^2.2.0',
      'files: no longer lib/router/layer.js',
      'members of application: no longer lazyrouter',
      'members of response: no longer sendfile',
    ]) {
      assert.ok(lines.includes(line), line);
    }
  });

  it('finds the newer of two versions', () => {
    assert.deepEqual(
      [
        isNewer('4.22.10', '4.22.9'),
        isNewer('5.0.0', '4.99.9'),
        isNewer('4.22.3', '4.22.3'),
        isNewer('4.9.0', '4.10.0'),
      ],
      [true, true, false, false],
    );
  });

  it('keeps platform-specific packages that npm drops from the lockfile, if they are still required', () => {
    const linux = { version: '1.0.0', optional: true, os: ['linux'] };
    const uses = { version: '1.0.0', optionalDependencies: { '@a/linux': '1.0.0' } };
    const lock = (packages: object): string => `${JSON.stringify({ name: 'x', packages }, null, 2)}\n`;
    const before = lock({
      'node_modules/@a/linux': linux,
      'node_modules/b': linux,
      'node_modules/uses': uses,
    });
    const after = lock({ 'node_modules/uses': uses });
    const kept = lock({ 'node_modules/@a/linux': linux, 'node_modules/uses': uses });
    assert.equal(withPlatforms(before, after), kept);
    assert.equal(withPlatforms(after, after), after);
  });

  it('finds the failed tests in the output of the runner', () => {
    const output = `▶ a\n  ✖ b (1.5ms)\n✖ a (2ms)\nℹ fail 1\n\n✖ failing tests:\n\ntest at x.ts:1:1\n✖ b (1.5ms)\n  Error: c\n`;
    assert.deepEqual(failuresIn(output), ['b']);
    assert.deepEqual(failuresIn('✔ a (2ms)\n'), []);
  });
});
