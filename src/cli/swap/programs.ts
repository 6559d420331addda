import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Failure } from '../failure.js';
import type { ProcessId } from './processes.js';

/**
 * In the environment of every program that the command starts, and of those that they start. So they are found even if both
 * the command and their supervisor were killed, whatever process group they are in.
 */
const MARK = 'MAGLEV_SWAP_PROCESS';

export function markOf({ pid, started }: ProcessId): Record<string, string> {
  return { [MARK]: `${pid}-${started.replace(/\W/g, '')}` };
}

/** Ends the programs that a command has started, which could still change what is being restored. */
export async function endPrograms(owner: ProcessId): Promise<void> {
  for (let tries = 0; ; tries++) {
    const pids = programsOf(owner);
    if (pids.length === 0) return;
    if (tries > 500) {
      throw new Failure(`Process ${pids.join(', ')} may still change this project: stop it first.`);
    }
    for (const pid of pids) kill(pid);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function programsOf(owner: ProcessId): number[] {
  const [[name, value]] = Object.entries(markOf(owner)) as [[string, string]];
  const mark = `${name}=${value}`;
  // The supervisor runs as long as the program does, and stops it.
  if (process.platform === 'win32') return [];
  const pids = existsSync('/proc/self/environ') ? pidsInProc(mark) : pidsOfPs(mark);
  return pids.filter((pid) => pid !== process.pid);
}

function pidsInProc(mark: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const variables = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
      return variables.includes(mark) ? [Number(name)] : [];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
}

/** Prints environments after command lines. */
function pidsOfPs(mark: string): number[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').filter((line) => line.split(' ').includes(mark));
  return lines.map((line) => Number.parseInt(line, 10));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
