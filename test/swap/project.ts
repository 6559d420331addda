import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Kind, optionsFor, shell } from './managers.js';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project that uses a package manager, with maglev installed in it. */
export class SwapProject {
  readonly home: string;
  readonly kind: Kind;
  readonly folder: string;

  constructor(home: string, kind: Kind, name: string) {
    this.home = home;
    this.kind = kind;
    this.folder = join(home, 'projects', `${name}-${kind.title}`.replaceAll(' ', '-'));
    mkdirSync(this.folder, { recursive: true });
    for (const [file, text] of Object.entries(kind.files ?? {})) this.write(file, text);
  }

  get tarball(): string {
    return join(this.home, 'maglev/maglev-5.0.0.tgz');
  }

  write(file: string, content: string | object): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  run(command: string): string {
    return shell(this.home, this.folder, this.kind, command);
  }

  /** Evaluates an expression in a folder of the project. */
  evaluate(expression: string, folder = '.'): string {
    const node = (this.kind.node ?? ['node']).join(' ');
    const file = join(folder, 'evaluate.cjs');
    this.write(file, `process.stdout.write(String(${expression}))`);
    const printed = this.run(`cd ${folder} && ${node} evaluate.cjs`);
    rmSync(join(this.folder, file));
    return printed;
  }

  /** `maglev swap`, as its own process. */
  start(...args: string[]): ChildProcess {
    const { command, args: first } = this.command();
    const options = optionsFor(this.home, this.folder, this.kind);
    return spawn(command, [...first, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** The program and the arguments of `maglev swap`, without the package manager. */
  command(): { command: string; args: string[] } {
    const table = join(this.folder, '.pnp.cjs');
    const manifest = this.kind.node
      ? createRequire(table)('./.pnp.cjs').resolveRequest('maglev/package.json', `${this.folder}/`)
      : join(this.folder, 'node_modules/maglev/package.json');
    const args = [join(dirname(manifest), 'dist/src/cli/bin.cjs'), 'swap'];
    return { command: process.execPath, args: this.kind.node ? ['--require', table, ...args] : args };
  }

  /** Runs `maglev swap`, and returns its result even if it fails. */
  swap(...args: string[]): Promise<Outcome> {
    const runner = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn' }[this.kind.command];
    const command = [runner, 'maglev', 'swap', ...args].join(' ');
    return new Promise((resolve) => {
      execFile(
        'sh',
        ['-c', command],
        optionsFor(this.home, this.folder, this.kind) as object,
        (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code) : 0, stdout: String(stdout), stderr: String(stderr) });
        },
      );
    });
  }

  /** All files except those of packages, with their contents. */
  files(): Record<string, string> {
    return Object.fromEntries(treeOf(this.folder, (name) => name === 'node_modules' || name === '.yarn'));
  }

  /** Saves the entire project, to start from it again. */
  keep(name: string): () => void {
    const copy = `${this.folder}.${name}`;
    cpSync(this.folder, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    return () => {
      rmSync(this.folder, { recursive: true, force: true });
      cpSync(copy, this.folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    };
  }

  has(file: string): boolean {
    return existsSync(join(this.folder, file));
  }
}

function treeOf(
  folder: string,
  isLeftOut: (name: string) => boolean,
  below = '',
): [path: string, content: string][] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name): [string, string][] => {
      const path = join(below, name);
      const place = join(folder, path);
      const stat = lstatSync(place);
      if (isLeftOut(name)) return [];
      if (stat.isSymbolicLink()) return [[path, `-> ${readlinkSync(place)}`]];
      if (stat.isDirectory()) return [[`${path}/`, ''], ...treeOf(folder, isLeftOut, path)];
      return [[path, readFileSync(place, 'latin1')]];
    });
}
