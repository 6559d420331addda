/** Runs a server in callgrind, which counts events per request on a simulated processor. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningLoad, serverArguments } from '../http/processes.js';
import type { Scenario } from '../http/scenario.js';
import type { Subject } from '../http/subjects.js';
import { Child } from '../shared.js';
import { type Profile, readNames, readProfile } from './profile.js';

export interface Amounts {
  /** Requests before counting, until the JIT compilers have finished. */
  readonly warmUp: number;
  /** Requests that are counted. */
  readonly counted: number;
}

/** The caches of a current server: 64 KB each for code and data, and 1 MB last-level cache. */
const CACHES = ['--I1=65536,4,64', '--D1=65536,4,64', '--LL=1048576,8,64'];
const READABLE = ['--dump-instr=yes', '--compress-strings=no', '--compress-pos=no'];
/** In callgrind each request takes a hundred times as long, so more concurrent requests would time out. */
const CONNECTIONS = 8;
const BURST = 1000;

export function requireCallgrind(): void {
  if (spawnSync('callgrind_control', ['--version']).error)
    throw new Error('callgrind_control is not installed: install the package valgrind of your system.');
}

/** The events of each function per request, averaged over all counted requests. */
export async function countRequests(
  subject: Subject,
  scenario: Scenario,
  load: RunningLoad,
  { node, amounts: { warmUp, counted } }: { node: string; amounts: Amounts },
): Promise<Profile> {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-count-'));
  const output = join(folder, 'counts');
  // callgrind_control uses these pipes. They are not removed when the process is killed, so they are in the temporary folder.
  const pipes = `--vgdb-prefix=${join(folder, 'pipe')}`;
  const callgrind = [
    '--tool=callgrind',
    '--quiet',
    '--instr-atstart=no',
    '--cache-sim=yes',
    '--branch-sim=yes',
  ];
  const names = ['--perf-basic-prof', `--perf-basic-prof-path=${folder}`];
  const log = [`--logfile=${join(folder, 'v8.log')}`, '--no-logfile-per-isolate'];
  const command = [
    ...['valgrind', ...callgrind, ...CACHES, ...READABLE, `--callgrind-out-file=${output}`, pipes],
    ...[node, ...names, ...log, ...serverArguments(subject, scenario)],
  ];
  const env = { ...process.env, NODE_ENV: 'production' };
  const server = Child.spawn(command, { name: `${subject.name}, ${scenario.name}`, env });
  try {
    const { port } = await server.reply();
    const sendRequests = async (amount: number): Promise<void> => {
      for (let sent = 0; sent < amount; sent += BURST)
        await load.run({
          port,
          scenario: scenario.id,
          amount: BURST,
          connections: CONNECTIONS,
          pipelining: 1,
        });
    };
    const control = (...args: string[]) =>
      execFileSync('callgrind_control', [pipes, ...args, `${server.process.pid}`], { stdio: 'ignore' });
    await sendRequests(warmUp);
    control('--instr=on');
    await sendRequests(BURST);
    control('--zero');
    await sendRequests(counted);
    control('--dump');
    const dump = readdirSync(folder).find((file) => file.startsWith('counts.'))!;
    return readProfile(
      readFileSync(join(folder, dump), 'utf8'),
      readNames(readFileSync(join(folder, `perf-${server.process.pid}.map`), 'utf8')),
      counted,
    );
  } finally {
    server.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}
