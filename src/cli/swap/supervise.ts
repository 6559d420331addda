// Runs a package manager for `maglev swap`, in a process group of its own, and stops all of it as soon as the command that
// wants it disconnects or is killed: otherwise it would go on changing a project that is being rolled back. Its text is run by
// `node -e`, because the file itself may be moved meanwhile; so it imports nothing but Node.
//   node -e <text> <program> [arguments]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const [, program = '', ...parameters] = process.argv;
const isWindows = process.platform === 'win32';
let child: ChildProcess | undefined;

// The command sends a message when it has noted this process. If it was killed before, there is none.
process.once('message', start);
process.on('disconnect', () => {
  if (child === undefined) process.exit(1);
  else kill(child);
});
// The command gets the same signal from a terminal, and decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});

function start(): void {
  child = spawn(program, parameters, {
    detached: !isWindows,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Only scripts for the shell have no extension there.
    shell: isWindows && !/\.exe$/i.test(program),
  });
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => {
    if (signal !== null) process.stderr.write(`It was stopped by ${signal}.\n`);
    process.exit(code ?? 1);
  });
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
