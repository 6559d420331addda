// Runs the blocks of a page from first to last, as a reader would, in a separate folder.
//
// A block is a file if the comment before it is `file: name`. Other programs run immediately, and must end by themselves.
// Commands run one after the other; `serves` marks one that keeps running, `exit code: 1` one that fails. `output` is what the
// block before it prints. `measured output` has some of these lines, identified by their starts; their figures differ each time.
// A diff changes the file that has its old lines. TypeScript is checked elsewhere. `not run: ...` gives the reason.
// A page whose programs have their own test names it: `tested by test/...`.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Block, blocksOf, readPage, root } from './markdown.js';

/** The port that the pages mention. It may be taken on this machine. */
const PORT = '3000';
const SHORT = '--time 4 --rounds 1';
/** On a busy machine, that may not be enough to send each request once: then it gets twice the time. */
const MORE_TIME = /(?<=--time )\d+(?= --rounds 1)/;
/** The sub-commands that wait for an application to load, and how long: as with everything here, only what hangs is ended. */
const LOADING = 'check|compare|routes';
const TIME_TO_LOAD = '600';
/** Ends a command that hangs; none comes close on a busy machine. */
const HANGS = 600_000;
/** The program that `npx maglev` starts. */
export const COMMAND: string = join(
  root,
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).bin.maglev,
);

export interface Printed {
  readonly block: Block;
  /** The complete output. */
  readonly text: string;
}

export interface StoryOptions {
  /** Whether to measure only briefly: tests need the output, but not accurate figures. */
  readonly isShort?: boolean;
}

export class Story {
  readonly #folder = mkdtempSync(join(tmpdir(), 'maglev-docs-'));
  readonly #project = join(this.#folder, 'project');
  readonly #flags: readonly string[];
  readonly #isShort: boolean;
  readonly #servers: ChildProcess[] = [];
  #port = PORT;
  #output = '';
  #programs = 0;

  /**
   * `flags` are passed to every Node process. The page may name the Express that its reader has (`with Express 4`), and a page
   * whose files they have (`after docs/getting-started.md`).
   */
  constructor(page: string, flags: readonly string[] = [], { isShort = false }: StoryOptions = {}) {
    this.#flags = flags;
    this.#isShort = isShort;
    const text = readPage(page);
    const express = /^<!-- with Express (\d) -->$/m.exec(text)?.[1] ?? '5';
    const before = /^<!-- after (\S+) -->$/m.exec(text)?.[1];
    const modules = join(this.#project, 'node_modules');
    mkdirSync(modules, { recursive: true });
    this.#write('package.json', '{ "type": "module" }\n');
    symlinkSync(root, join(modules, 'maglev'), 'dir');
    symlinkSync(join(root, `node_modules/express${express}`), join(modules, 'express'), 'dir');
    symlinkSync(join(root, 'node_modules/@types'), join(modules, '@types'), 'dir');
    for (const block of before ? blocksOf(before) : [])
      if (fileOf(block)) this.#write(fileOf(block)!, `${block.text}\n`);
    // npx takes half a second to find the command, whose path is known here.
    const npx = join(this.#folder, 'npx');
    writeFileSync(
      npx,
      `#!/bin/sh
[ "$1" = maglev ] && shift || exit 1
case "$1" in
${LOADING}) name="$1"; shift; set -- "$name" --timeout ${TIME_TO_LOAD} "$@" ;;
esac
exec '${process.execPath}' '${COMMAND}' "$@"
`,
    );
    chmodSync(npx, 0o755);
  }

  get project(): string {
    return this.#project;
  }

  /** Runs a block; returns the current output if it is an output block. */
  async run(block: Block): Promise<Printed | null> {
    if (block.note.startsWith('not run: ')) return null;
    if (isOutput(block)) return { block, text: this.#hide(this.#output) };
    this.#port = this.#port === PORT ? await freePort() : this.#port;
    const text = this.#show(block.text);
    const file = fileOf(block);
    if (file) this.#write(file, `${text}\n`);
    else if (block.language === 'js') await this.#runProgram(block, text);
    else if (block.language === 'diff') this.#change(block, text);
    else if (block.language === 'sh') await this.#runCommands(block, text);
    else if (block.language !== 'ts')
      throw new Error(`${placeOf(block)}: this kind of block cannot be tested.`);
    return null;
  }

  async end(): Promise<void> {
    for (const server of this.#servers) {
      if (server.exitCode !== null || server.signalCode !== null) continue;
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #runProgram(block: Block, text: string): Promise<void> {
    const file = `program-${++this.#programs}.mjs`;
    this.#write(file, text);
    this.#output = await this.#execute(block, process.execPath, [...this.#flags, file], 0);
  }

  async #runCommands(block: Block, text: string): Promise<void> {
    if (block.note === 'serves') return this.#serve(block, text);
    const code = Number(/^exit code: (\d)$/.exec(block.note)?.[1] ?? 0);
    this.#output = '';
    for (const line of text.split('\n')) this.#output += await this.#runCommand(block, line, code);
  }

  async #runCommand(block: Block, line: string, code: number): Promise<string> {
    try {
      return await this.#execute(block, 'sh', ['-c', line], code);
    } catch (error) {
      const hasTimeout = MORE_TIME.test(line) && String(error).includes('Time ran out before');
      if (!hasTimeout) throw error;
      const longer = line.replace(MORE_TIME, (time) => String(Number(time) * 2));
      return this.#runCommand(block, longer, code);
    }
  }

  #execute(block: Block, file: string, parameters: readonly string[], code: number): Promise<string> {
    const options = { cwd: this.#project, env: this.#environment(), timeout: HANGS };
    return new Promise((resolve, reject) => {
      execFile(file, parameters, options, (error, stdout, stderr) => {
        if ((error?.code ?? 0) === code) resolve(stdout);
        else reject(new Error(`${placeOf(block)}: ended with ${error?.code ?? 0}\n${stdout}${stderr}`));
      });
    });
  }

  async #serve(block: Block, command: string): Promise<void> {
    const server = spawn('sh', ['-c', `exec ${command}`], {
      cwd: this.#project,
      env: this.#environment(),
      stdio: 'inherit',
    });
    this.#servers.push(server);
    while (!(await isOpen(Number(this.#port)))) {
      if (server.exitCode !== null) throw new Error(`${placeOf(block)}: ended with ${server.exitCode}`);
      await setTimeout(20);
    }
  }

  #change(block: Block, text: string): void {
    const side = (mark: string) =>
      text
        .split('\n')
        .filter((line) => line[0] === mark || line[0] === ' ')
        .map((line) => line.slice(1))
        .join('\n');
    const [before, after] = [side('-'), side('+')];
    for (const file of readdirSync(this.#project).filter((name) => /\.[cm]?[jt]s$/.test(name))) {
      const content = readFileSync(join(this.#project, file), 'utf8');
      if (!content.includes(before)) continue;
      this.#write(
        file,
        content.replace(before, () => after),
      );
      return;
    }
    throw new Error(`${placeOf(block)}: no file of this page has the old lines of this change.`);
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#project, file), text);
  }

  #environment(): NodeJS.ProcessEnv {
    const { FORCE_COLOR: _, NODE_TEST_CONTEXT: __, ...env } = process.env;
    const options = [...this.#flags].join(' ');
    const path = `${this.#folder}${delimiter}${process.env.PATH}`;
    return { ...env, PATH: path, NO_COLOR: '1', ...(options === '' ? {} : { NODE_OPTIONS: options }) };
  }

  #show(text: string): string {
    const measuring = /^npx maglev compare (?!.*--only-equality).*$/gm;
    return text
      .replaceAll(PORT, this.#port)
      .replace(measuring, (line) => (this.#isShort ? `${line} ${SHORT}` : line));
  }

  #hide(text: string): string {
    return text.replaceAll(this.#port, PORT).replaceAll(root, 'node_modules/maglev/').trimEnd();
  }
}

export function isOutput({ note }: Block): boolean {
  return note === 'output' || note === 'measured output';
}

function fileOf({ note }: Block): string | undefined {
  return /^file: (.+)$/.exec(note)?.[1];
}

export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });
}
