// Runs a package manager for `maglev swap` in its own process group, and stops the whole group as soon as the command
// disconnects or is killed. Otherwise it would keep changing a project that is being rolled back. `node -e` runs the text of
// this file, because the file itself may be moved meanwhile. So it imports nothing but Node. When the program has ended, it
// prints a mark to both outputs: what the program has left running may keep them open.
//   node -e <text> <program> [arguments]
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

const [, program = '', ...parameters] = process.argv;
const isWindows = process.platform === 'win32';
let child: ChildProcess | undefined;

// The command sends the mark after it has recorded this process. If it was killed before that, none arrives.
process.once('message', start);
process.on('disconnect', () => {
  if (child === undefined) process.exit(1);
  else kill(child);
});
// A terminal sends the same signal to the command, which decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});

function start(mark: string): void {
  child = spawn(program, parameters, {
    detached: !isWindows,
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows, package managers are shell scripts, unless they end in .exe.
    shell: isWindows && !/\.exe$/i.test(program),
  });
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    end(mark, 127);
  });
  child.on('exit', (code, signal) => {
    if (signal !== null) process.stderr.write(`It was stopped by ${signal}.\n`);
    end(mark, code ?? 1);
  });
}

function end(mark: string, code: number): void {
  process.stdout.write(mark, () => process.stderr.write(mark, () => process.exit(code)));
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
    // It has already ended.
  }
}
