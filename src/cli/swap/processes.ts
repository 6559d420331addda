import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, identified by pid and start time, because pids are reused. */
export interface ProcessId {
  readonly pid: number;
  readonly started: string;
}

export function processIdOf(pid: number): ProcessId {
  return { pid, started: startOf(pid) };
}

export function isRunning({ pid, started }: ProcessId): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(pid) === started;
}

export function isProcessId(value: unknown): value is ProcessId {
  const { pid, started } = (value ?? {}) as Partial<ProcessId>;
  return Number.isSafeInteger(pid) && pid! > 0 && typeof started === 'string';
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
