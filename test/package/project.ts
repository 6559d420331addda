import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { oracleOf } from '../../.build/oracle.js';
import { npm } from '../../bench/npm.js';

const execute = promisify(execFile);

export const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

// The projects run with the same restriction of code generation as the tests.
export const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The majors that are packed. */
export const majors: string[] = Object.keys(manifest.exports)
  .flatMap((key) => /^\.\/v(\d+)$/.exec(key)?.[1] ?? [])
  .sort()
  .reverse();

/** The result of a process. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder with an installed package. */
export class Project {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Loads a module as a file in this folder would. */
  get require(): NodeJS.Require {
    return createRequire(join(this.folder, 'index.js'));
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a program of this name and text. Returns its output; throws if it fails. */
  async run(name: string, text: string): Promise<string> {
    this.write(name, text);
    return (await execute(process.execPath, [...flags, name], { cwd: this.folder })).stdout;
  }

  /** Runs node with these arguments and additional environment variables. */
  start(parameters: readonly string[], env: object = {}): Promise<Outcome> {
    const options = { cwd: this.folder, env: { ...process.env, ...env } };
    return new Promise((settle) => {
      execFile(process.execPath, [...flags, ...parameters], options, (error, stdout, stderr) => {
        settle({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  /** Adds type packages from this repository: copies, which resolve what is installed here. */
  addTypes(packages: readonly string[]): void {
    for (const name of packages) {
      const types = join('node_modules/@types', name);
      cpSync(join(root, types), join(this.folder, types), { recursive: true });
    }
  }

  /** Type-checks the files with these names. Returns the compiler's errors, '' if there are none. */
  check(names: string[], options: string[], compiler = tsc): Promise<string> {
    const settings = ['--strict', '--target', 'es2022', '--types', 'node', '--noEmit'];
    return execute(process.execPath, [compiler, ...settings, ...options, ...names], {
      cwd: this.folder,
    }).then(
      () => '',
      ({ stdout, stderr }) => stdout + stderr,
    );
  }
}

/**
 * A project outside of this repository with maglev installed by its name and, in `lines/<major>`, each of the packages that
 * stand in for Express. One installation for all: npm puts what they share into one place.
 */
export class Installation extends Project {
  readonly lines = new Map<string, Project>();
  /** The folder with the packed tarballs. */
  readonly tarballs: string;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-package-'));
    super(join(folder, 'project'));
    packInto(folder);
    this.tarballs = folder;
    const maglev = tarballIn(folder);
    // Most users of Express 4 have this compiler with its module resolution.
    const dependencies = { maglev, typescript: '^5.9.3' };
    this.#declare(this, { workspaces: ['lines/*'], dependencies });
    for (const major of majors) {
      const line = new Project(join(this.folder, 'lines', major));
      const express = replacementIn(folder, major);
      this.#declare(line, { name: `line-${major}`, dependencies: { express } });
      this.lines.set(major, line);
    }
    npm(this.folder, 'install', '--prefer-offline');
  }

  /** Every file of an installed package, by its path in it. */
  filesOf(name: string): string[] {
    return filesIn(join(this.folder, 'node_modules', name));
  }

  remove(): void {
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  #declare(project: Project, description: object): void {
    project.write('package.json', JSON.stringify({ private: true, version: '1.0.0', ...description }));
  }
}

/** Packs maglev and the replacements of Express. */
export function packInto(folder: string): void {
  // The test runner has built dist/. Building it again would break other tests that are running.
  execFileSync(process.execPath, ['--import', 'tsx', '.build/lines.ts', folder], { cwd: root });
}

/** A dependency on the maglev tarball in a folder. */
export function tarballIn(folder: string): string {
  return `file:${join(folder, `maglev-${manifest.version}.tgz`)}`;
}

/** A dependency on the tarball of a replacement in a folder. */
export function replacementIn(folder: string, major: string): string {
  return `file:${join(folder, `express-${oracleOf(major).version}.tgz`)}`;
}

/** Every file in a folder by its path, without installed packages. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('node_modules/'))
    .sort();
}

/** A project in which `express` is the real Express of that major, and other packages are those of this repository. */
export function originalProject(
  installation: Installation,
  major: string,
  name = major,
  others: readonly string[] = [],
): Project {
  const project = new Project(join(installation.folder, 'originals', name));
  const modules = join(project.folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  const link = (as: string, from: string) =>
    symlinkSync(join(root, 'node_modules', from), join(modules, as), 'dir');
  link('express', `express${major}`);
  for (const other of others) link(other, other);
  return project;
}
