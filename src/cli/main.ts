import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { commands } from './commands.js';
import { Failure, messageOf } from './failure.js';
import { helpOf, overview } from './help.js';
import { suggest } from './suggest.js';
import { Terminal } from './terminal.js';
import { expressVersions, version } from './version.js';

const FAILED = 2;

export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const terminal = new Terminal();
  exitOnSignals();
  // If the event loop runs empty before the command has finished, the exit code reports a failure.
  process.exitCode = FAILED;
  try {
    process.exitCode = await run(args, terminal);
  } catch (error) {
    report(error, args, terminal);
    process.exitCode = error instanceof Failure ? error.exitCode : FAILED;
  }
}

async function run([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === '--version' || name === '-v') {
    terminal.print(`maglev ${version()} (Express ${expressVersions().join(', ')})`);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = commands.find((one) => one.name === args[0]);
    terminal.print(about ? helpOf(about, terminal.style) : overview(commands, terminal.style));
    return 0;
  }
  const command = find(name);
  const read = readArguments(command, args);
  if (read.values.help) {
    terminal.print(helpOf(command, terminal.style));
    return 0;
  }
  return command.run(read, terminal);
}

function find(name: string): Command {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  const names = commands.map((one) => one.name);
  const meant = suggest(name, names);
  const hint = meant === undefined ? `The commands are ${names.join(', ')}.` : `Did you mean ${meant}?`;
  throw new Failure(`unknown command ${JSON.stringify(name)}. ${hint} See maglev --help.`);
}

/** Exits with the codes that shells use, unless a command has to clean up first. */
function exitOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(code);
    });
  }
}

function report(error: unknown, args: readonly string[], { notice, noticeStyle }: Terminal): void {
  const verbose = args.includes('--verbose');
  notice(`${noticeStyle.red('maglev:')} ${messageOf(error)}`);
  if (error instanceof Failure) {
    if (verbose && error.detail) notice(error.detail);
  } else if (verbose) {
    notice(String((error as Error)?.stack ?? error));
  } else {
    notice('This is a bug in maglev; run with --verbose for the stack.');
  }
}
