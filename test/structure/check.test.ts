import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { affectedBy } from '../../.build/check/affected.js';
import { failuresIn } from '../../.build/raised.js';
import report, { type TestEvent } from '../../.build/reporter.mjs';

const narrow = new URL('../../.build/check/narrow.mjs', import.meta.url).href;
const reporter = new URL('../../.build/reporter.mjs', import.meta.url).href;

describe('npm run check', () => {
  it('finds the tests that import a changed file, directly or indirectly', () => {
    const imports = new Map([
      ['test/a.test.ts', ['src/a.ts']],
      ['test/b.test.ts', ['test/support.ts']],
      ['test/c.test.ts', ['src/c.ts']],
      ['test/support.ts', ['src/a.ts']],
      ['src/a.ts', ['src/deep.ts']],
      ['src/c.ts', []],
    ]);
    const tests = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'];
    assert.deepEqual(affectedBy(new Set(['src/deep.ts']), imports, tests), [
      'test/a.test.ts',
      'test/b.test.ts',
    ]);
    assert.deepEqual(affectedBy(new Set(['test/c.test.ts']), imports, tests), ['test/c.test.ts']);
    assert.deepEqual(affectedBy(new Set(['docs/api.md']), imports, tests), []);
  });

  it('skips tests of other lines, HTTP/2 and Express by their names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-check-'));
    const file = join(folder, 'tests.mjs');
    writeFileSync(
      file,
      `import test, { describe, it } from 'node:test';
      const names = ['5.x', '4.x', 'maglev, HTTP/2, 5.x', 'routing (maglev 5, tree)', 'routing (maglev 4, tree)', 'json (body-parser)'];
      for (const name of names) { test('test ' + name, () => {}); describe(name, () => it('inner ' + name, () => {})); }`,
    );
    try {
      const { NODE_TEST_CONTEXT, ...env } = process.env;
      const printed = execFileSync(
        process.execPath,
        ['--import', narrow, `--test-reporter=${reporter}`, file],
        {
          encoding: 'utf8',
          env,
        },
      );
      assert.match(printed, /^4 passed, 0 failed, 0 skipped$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the reporter of npm test', () => {
  it('prints failures with their files and the counts, and omits passing tests', async () => {
    const failed = {
      name: 'works',
      file: 'test/a.test.ts',
      details: { duration_ms: 2, error: new Error('broken') },
    };
    const suite = { name: 'all', details: { error: { failureType: 'subtestsFailed' } } };
    const lines = ['tests 3', 'suites 1', 'pass 1', 'fail 1', 'cancelled 0', 'skipped 1', 'seed 7'];
    const printed = await textOf([
      { type: 'test:pass', data: { name: 'passes' } },
      { type: 'test:fail', data: failed },
      { type: 'test:fail', data: suite },
      ...lines.map((message) => ({ type: 'test:diagnostic', data: { nesting: 0, message } })),
    ]);
    assert.match(printed, /^✖ works \(2ms\) in .*test\/a\.test\.ts\n {2}Error: broken$/m);
    assert.doesNotMatch(printed, /passes|seed|✖ all/);
    assert.match(printed, /^1 passed, 1 failed, 1 skipped\n$/m);
    assert.deepEqual(failuresIn(printed), ['works']);
  });
});

async function textOf(events: readonly TestEvent[]): Promise<string> {
  let text = '';
  for await (const part of report(toAsync(events))) text += part;
  return text;
}

async function* toAsync(events: readonly TestEvent[]): AsyncGenerator<TestEvent> {
  yield* events;
}
