// One process: alone, behind nginx, in a container, or as a worker of cluster.js.
//   PORT=3000 node server.js [module that exports `app`]
import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { app } = await import(process.argv[2] ? pathToFileURL(resolve(process.argv[2])) : './app.js');

const server = app.listen(Number(process.env.PORT ?? 3000), (error) => {
  if (error) throw error;
  console.log(`Process ${process.pid} listens on http://localhost:${server.address().port}`);
});

process.once('SIGTERM', async () => {
  // Node closes idle connections after 5 seconds in any case. By then, clients know that they have to reconnect.
  await app.close({ idle: 5_000, timeout: 20_000 });
  cluster.worker?.disconnect();
});

// Ctrl+C sends SIGINT to all processes in the terminal; in a cluster, the primary stops its workers.
process.on('SIGINT', () => {
  if (cluster.isPrimary) process.kill(process.pid, 'SIGTERM');
});
