// One process per core, all on one port. SIGHUP replaces them one after the other, SIGTERM stops them.
//   PORT=3000 WORKERS=4 node cluster.js [module that exports `app`]
import cluster from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

cluster.setupPrimary({
  exec: fileURLToPath(new URL('server.js', import.meta.url)),
  args: process.argv.slice(2),
});

/** The workers that have been sent SIGTERM. */
const stopping = new Set();
let isStopping = false;

cluster.on('exit', async (worker, code, signal) => {
  if (stopping.delete(worker) || isStopping || !worker.hasListened) return;
  console.error(`Process ${worker.process.pid} ended (${signal ?? code}), starting another`);
  await start().catch(report);
});

try {
  await Promise.all(Array.from({ length: Number(process.env.WORKERS) || availableParallelism() }, start));
} catch (error) {
  report(error);
  process.exit(1);
}
console.log(`Cluster ${process.pid} is up`);

// A SIGHUP during a restart is handled after the restart.
let restarts = Promise.resolve();
process.on('SIGHUP', () => {
  restarts = restarts.then(restart).catch(report);
});

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stopAll);

/** If a new worker fails to start, for instance after a bad deployment, the remaining workers keep running. */
async function restart() {
  for (const old of Object.values(cluster.workers)) {
    await start();
    await stop(old);
  }
  console.log(`Cluster ${process.pid} has restarted`);
}

async function stopAll() {
  isStopping = true;
  await Promise.all(Object.values(cluster.workers).map(stop));
}

/** Starts a worker, and resolves when it is listening. */
async function start() {
  const worker = cluster.fork();
  const failed = once(worker, 'exit').then(([code, signal]) => {
    throw new Error(`Process ${worker.process.pid} ended before it listened (${signal ?? code})`);
  });
  await Promise.race([once(worker, 'listening'), failed]);
  worker.hasListened = true;
  failed.catch(() => {});
}

/** Resolves when a worker has sent its last response and has exited. */
async function stop(worker) {
  if (worker.isDead()) return;
  stopping.add(worker);
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}

function report(error) {
  console.error(error.message);
}
