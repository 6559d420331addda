import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertNoneLost, Load } from '../support/load.js';
import { HANGS } from '../support/patience.js';
import { Program } from './process.js';

// The example runs with the same restriction of code generation as the tests.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Resources that a failing test would leave open. */
const open: (() => unknown)[] = [];

async function startCluster(...args: string[]): Promise<{ cluster: Program; port: number }> {
  const file = pathOf('../../examples/scaling/cluster.js');
  const cluster = new Program(process.execPath, [...flags, file, ...args], { PORT: '0', WORKERS: '2' });
  open.push(() => cluster.kill('SIGKILL'));
  await cluster.prints(/^Cluster \d+ is up$/m);
  const port = Number((await cluster.prints(/http:\/\/localhost:(\d+)/))[1]);
  return { cluster, port };
}

const pids = (printed: string): string[] =>
  [...printed.matchAll(/^Process (\d+) listens/gm)].map(([, pid]) => pid!);

describe('the cluster of the examples', { timeout: HANGS }, () => {
  afterEach(() => {
    for (const end of open.splice(0)) end();
  });

  it('replaces all its workers on SIGHUP, under load, and loses no request', async () => {
    const { cluster, port } = await startCluster(pathOf('load-app.js'));
    const before = pids(cluster.printed);
    const load = new Load({ port, clients: { keepAlive: 8, fresh: 8 } });
    open.push(() => load.stop());
    await load.completed(100);
    cluster.kill('SIGHUP');
    await cluster.prints(/has restarted$/m);
    await load.completed(100);
    const outcomes = await load.stop();
    cluster.kill('SIGTERM');
    assert.deepEqual(await cluster.exited, [0, null]);

    assertNoneLost(outcomes);
    const after = pids(cluster.printed).filter((pid) => !before.includes(pid));
    assert.deepEqual([before.length, after.length], [2, 2]);
    const workers = outcomes.map(({ by }) => by!);
    assert.deepEqual([...new Set(workers)].sort(), [...before, ...after].sort());
    // The last requests may have got their responses in another order.
    assert.ok(workers.slice(-50).every((pid) => after.includes(pid)));
  });

  it('replaces a worker that ends by itself', async () => {
    const { cluster, port } = await startCluster();
    const { pid } = (await (await fetch(`http://localhost:${port}/`)).json()) as { pid: number };
    const from = cluster.printed.length;
    process.kill(pid, 'SIGKILL');
    await cluster.prints(new RegExp(`^Process ${pid} ended \\(SIGKILL\\)`, 'm'), from);
    await cluster.prints(/^Process \d+ listens/m, from);
    assert.equal((await fetch(`http://localhost:${port}/health`)).status, 200);
  });

  it('ends when its workers cannot listen', async () => {
    const { port } = await startCluster();
    const file = pathOf('../../examples/scaling/cluster.js');
    const second = new Program(process.execPath, [...flags, file], { PORT: String(port), WORKERS: '1' });
    assert.deepEqual(await second.exited, [1, null]);
    assert.match(second.printed, /ended before it listened/);
  });
});
