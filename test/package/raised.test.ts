import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeOracle, differencesOf, failuresIn, isNewer } from '../../.build/raised.js';

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../node_modules/${name}/`, import.meta.url));

describe('raising the Express that is compared with', () => {
  it('tells what is new in it', () => {
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

  it('knows the newer of two versions', () => {
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

  it('finds what failed in what the runner prints', () => {
    const output = `▶ a\n  ✖ b (1.5ms)\n✖ a (2ms)\nℹ fail 1\n\n✖ failing tests:\n\ntest at x.ts:1:1\n✖ b (1.5ms)\n  Error: c\n`;
    assert.deepEqual(failuresIn(output), ['b']);
    assert.deepEqual(failuresIn('✔ a (2ms)\n'), []);
  });
});
