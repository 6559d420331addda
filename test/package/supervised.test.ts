import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from './project.js';

interface Supervised {
  runSupervised(
    command: readonly string[],
    options: { readonly cwd: string },
    project: string,
    signal: AbortSignal | undefined,
  ): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** Leaves a program running that keeps both outputs open, and ends. */
const LEAVES = `
  const { spawn } = require('node:child_process');
  const options = { stdio: 'inherit', detached: true };
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], options);
  process.stdout.write('x'.repeat(200_000) + left.pid, () => process.stderr.write('problem', () => process.exit(3)));`;

describe('a supervised program', () => {
  const cwd = tmpdir();
  const load = (): Promise<Supervised> =>
    import(pathToFileURL(join(root, 'dist/src/cli/swap/supervised.js')).href);

  it('has ended when it ends, though what it has started keeps its outputs open', async () => {
    const { runSupervised } = await load();
    const { code, stdout, stderr } = await runSupervised(
      [process.execPath, '-e', LEAVES],
      { cwd },
      cwd,
      undefined,
    );
    process.kill(Number(stdout.slice(200_000)), 'SIGKILL');
    assert.deepEqual([code, stdout.slice(0, 200_000), stderr], [3, 'x'.repeat(200_000), 'problem']);
  });

  it('that does not exist has failed', async () => {
    const { runSupervised } = await load();
    const { code, stdout, stderr } = await runSupervised(
      [join(cwd, 'no such program')],
      { cwd },
      cwd,
      undefined,
    );
    assert.deepEqual([code, stdout], [127, '']);
    assert.match(stderr, /ENOENT\n$/);
  });

  it('cannot be started in a folder that does not exist', async () => {
    const { runSupervised } = await load();
    const missing = join(cwd, 'no such folder');
    await assert.rejects(runSupervised(['program'], { cwd: missing }, cwd, undefined), {
      message: /^Cannot start program: .*ENOENT/,
    });
  });

  it('is stopped by a signal', async () => {
    const { runSupervised } = await load();
    const controller = new AbortController();
    const running = runSupervised(
      [process.execPath, '-e', 'setInterval(() => {}, 1e6)'],
      { cwd },
      cwd,
      controller.signal,
    );
    controller.abort(new Error('stopped'));
    await assert.rejects(running, /stopped/);
  });
});
