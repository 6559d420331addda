import assert from 'node:assert/strict';
import { once } from 'node:events';
import { before, describe, it } from 'node:test';
import type { Kind } from './managers.js';
import { type Outcome, SwapProject } from './project.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const;
/** How often each operation is stopped; each signal gets a quarter of them. */
const MOMENTS = 20;

/** Stops `maglev swap` and its undo at random moments. One undo afterwards restores everything. */
export function declareKills(home: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    // How it is stopped does not depend on the major.
    if (!['npm 11', 'pnpm 12', 'yarn 1', 'yarn 4'].includes(kind.title)) continue;
    const moments = kind.command === 'npm' ? MOMENTS : SIGNALS.length;
    describe(`maglev swap, stopped with ${kind.title}`, () => declareKillsOf(home, kind, moments));
  }
}

function declareKillsOf(home: string, kind: Kind, moments: number): void {
  let project: SwapProject;
  let original: Record<string, string>;
  let restoreOriginal: () => void;
  let restoreSwapped: () => void;
  const durations = { swap: 0, undo: 0 };

  before(async () => {
    project = new SwapProject(home, kind, 'killed');
    project.write('package.json', { name: 'app', private: true, dependencies: { express: '^4.18.0' } });
    project.run(`${kind.command} install`);
    project.run(
      kind.command === 'yarn'
        ? `yarn add --dev maglev@file:${project.tarball}`
        : `${kind.command} add --save-dev ${project.tarball}`,
    );
    original = project.files();
    restoreOriginal = project.keep('original');
    durations.swap = await timed(project);
    restoreSwapped = project.keep('swapped');
    durations.undo = await timed(project, '--undo');
    assert.deepEqual(project.files(), original);
  });

  for (let i = 0; i < moments; i++) {
    const signal = SIGNALS[i % SIGNALS.length]!;
    for (const operation of ['swap', 'undo'] as const) {
      const part = Math.random();
      it(`${operation} gets ${signal} after ${(100 * part).toFixed(1)} % of its time`, async () => {
        if (operation === 'swap') restoreOriginal();
        else restoreSwapped();
        await stopAfter(project, part * durations[operation], signal, operation);
        // Signals that can be handled are handled immediately.
        if (signal !== 'SIGKILL') assert.equal(project.has('.maglev-swap'), false);
        const { code, stderr } = await undo(project);
        // There is nothing to undo before the swap has started, or after its undo is complete.
        assert.ok(code === 0 || /maglev swap has not changed this folder/.test(stderr), stderr);
        assert.deepEqual(withoutCopies(project.files()), original);
        assert.equal(project.evaluate("require('express/package.json').maglev"), 'undefined');
        assert.equal(project.evaluate("typeof require('express')()"), 'function');
      });
    }
  }
}

/** Without copies of what the package manager wrote before it was killed, which could also be the text of a user. */
function withoutCopies(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !file.includes('.before-undo')));
}

/** `maglev swap --undo`. yarn 1 does not find the command if it was killed during the installation. */
async function undo(project: SwapProject): Promise<Outcome> {
  const outcome = await project.swap('--undo');
  if (!/Command "maglev" not found/.test(outcome.stderr)) return outcome;
  project.run('node .maglev-swap/undo.cjs');
  return { ...outcome, code: 0 };
}

async function timed(project: SwapProject, ...args: string[]): Promise<number> {
  const begin = performance.now();
  const { code, stderr } = await project.swap(...args);
  assert.equal(code, 0, stderr);
  return performance.now() - begin;
}

/** Starts an operation, and stops it if it is still running at that time. */
async function stopAfter(
  project: SwapProject,
  milliseconds: number,
  signal: NodeJS.Signals,
  operation: 'swap' | 'undo',
): Promise<void> {
  const child = project.start(...(operation === 'undo' ? ['--undo'] : []));
  child.stdout!.resume();
  child.stderr!.resume();
  const timer = setTimeout(() => child.kill(signal), milliseconds);
  await once(child, 'exit');
  clearTimeout(timer);
}
