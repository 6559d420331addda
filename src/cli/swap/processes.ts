import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { digestOf } from './digest.js';

/** A process, identified by pid and start time, because pids are reused, and by the system in which they mean something. */
export interface ProcessId extends System {
  readonly pid: number;
  readonly started: string;
}

/** Containers of one machine have different spaces of pids, and usually different names. */
interface System {
  readonly host: string;
  readonly space: string;
  /** Changes when the machine is restarted. */
  readonly boot: string;
}

const own: System = {
  host: hostname(),
  space: textOf(() => readlinkSync('/proc/self/ns/pid')),
  boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
};

/** Distinguishes the systems that may share a folder; the same after a restart. */
export const systemKey = digestOf(`${own.host} ${own.space}`).slice(0, 12);

export function processIdOf(pid: number): ProcessId {
  return { pid, started: startOf(pid), ...own };
}

/** Whether nothing here can tell if the process runs: it is one of another machine or container. */
export function isElsewhere({ host, space, boot }: ProcessId): boolean {
  const isSameBoot = boot !== '' && boot === own.boot;
  return isSameBoot ? space !== own.space : host !== own.host;
}

/** Whether a process of this system runs. */
export function isRunning({ pid, started, boot }: ProcessId): boolean {
  if (boot !== own.boot) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(pid) === started;
}

export function isProcessId(value: unknown): value is ProcessId {
  const { pid, ...texts } = (value ?? {}) as Partial<ProcessId>;
  const { started, host, space, boot } = texts;
  return Number.isSafeInteger(pid) && pid! > 0 && [started, host, space, boot].every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** '' on systems without that file. */
function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** When a process was started, in the system's own format; '' if unknown. */
function startOf(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    // The 22nd field. The second field is a name in parentheses, which may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
    // A zombie has ended, but its parent has not read its exit code yet.
    return fields[0] === 'Z' ? 'ended' : fields[19]!;
  } catch {
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
}
