/** Measures the server's CPU time per request, in rounds that alternate between Express and maglev. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expressOf } from '../peers.js';
import { DIST } from '../places.js';
import { Child, cores, KEEP_CODE, ratio, rounds, type Summary, sendJob, summary } from '../shared.js';
import { ATTACKS, type Attack } from './attacks.js';
import type { CompilingCosts } from './compiling.js';

export interface Costs {
  readonly express: Summary;
  readonly maglev: Summary;
  /** How many times as much as on Express a request costs. */
  readonly ratio: Summary;
}

interface Server {
  readonly child: Child;
  readonly port: number;
}

const CONNECTIONS = 4;
const SERVER = fileURLToPath(new URL('server.js', import.meta.url));
const COMPILING = fileURLToPath(new URL('compiling.js', import.meta.url));

export async function measureAttack(attack: Attack, count: number, node: string): Promise<Costs> {
  const servers: Server[] = [];
  try {
    for (const file of [expressOf(5)!, `${DIST}index.cjs`])
      servers.push(await startServer(attack, file, node));
    // The warm-up.
    for (const server of servers) await measureRound(server, attack);
    const figures = await rounds(servers, count, (server) => measureRound(server, attack));
    const [express, maglev] = figures.map(summary) as [Summary, Summary];
    return { express, maglev, ratio: ratio(express, maglev) };
  } finally {
    for (const { child } of servers) await child.stop();
  }
}

export function measureCompiling(node: string): CompilingCosts {
  const { stdout, stderr, status } = spawnSync(node, ['--expose-gc', COMPILING], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the tables could not be compiled: ${stderr}`);
  return JSON.parse(stdout);
}

async function startServer(attack: Attack, file: string, node: string): Promise<Server> {
  const command = [node, KEEP_CODE, SERVER, String(ATTACKS.indexOf(attack)), file];
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = Child.spawn(command, { name: attack.name, core: cores.server, env });
  const { port } = await child.reply();
  return { child, port };
}

/** Microseconds of CPU time per request. */
async function measureRound({ child, port }: Server, { name, request, requests }: Attack): Promise<number> {
  const { microseconds: before } = await child.send('usage');
  const bytes = Buffer.from(request).toString('base64');
  await sendJob({
    port,
    connections: CONNECTIONS,
    amount: requests,
    requests: [{ name, bytes, status: 200, length: 2, isHead: false }],
  });
  const { microseconds: after } = await child.send('usage');
  return (after - before) / requests;
}
