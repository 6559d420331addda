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

// Where code generation is forbidden for the tests it is forbidden for the projects too.
export const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');

export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The majors of the lines that are packed. */
export const majors: string[] = Object.keys(manifest.exports)
  .flatMap((key) => /^\.\/v(\d+)$/.exec(key)?.[1] ?? [])
  .sort()
  .reverse();

/** What became of a process. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder in which a package is installed. */
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

  /** Runs a program of this name and text; gives what it printed, throws when it fails. */
  async run(name: string, text: string): Promise<string> {
    this.write(name, text);
    return (await execute(process.execPath, [...flags, name], { cwd: this.folder })).stdout;
  }

  /** Runs node with these parameters, and with more variables. */
  start(parameters: readonly string[], env: object = {}): Promise<Outcome> {
    const options = { cwd: this.folder, env: { ...process.env, ...env } };
    return new Promise((settle) => {
      execFile(process.execPath, [...flags, ...parameters], options, (error, stdout, stderr) => {
        settle({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
  }

  /** Gives it the types of packages, as they are in this repository: copies, which find what is installed here. */
  addTypes(packages: readonly string[]): void {
    for (const name of packages) {
      const types = join('node_modules/@types', name);
      cpSync(join(root, types), join(this.folder, types), { recursive: true });
    }
  }

  /** Checks the types of the files with these names; gives the compiler's complaints, '' if there are none. */
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
  /** The folder in which the tarballs are that were packed. */
  readonly tarballs: string;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'maglev-package-'));
    super(join(folder, 'project'));
    packInto(folder);
    this.tarballs = folder;
    const maglev = tarballIn(folder);
    // Most of those who are on Express 4 have this compiler, and its ways to find types.
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

/** Packs maglev and what stands in for Express. */
export function packInto(folder: string): void {
  // dist/ is built by whoever runs the tests; building it again here would pull it from under the other tests.
  execFileSync(process.execPath, ['--import', 'tsx', '.build/lines.ts', folder], { cwd: root });
}

/** maglev of a folder into which it was packed, as a dependency. */
export function tarballIn(folder: string): string {
  return `file:${join(folder, `maglev-${manifest.version}.tgz`)}`;
}

/** What stands in for Express of a line, likewise. */
export function replacementIn(folder: string, major: string): string {
  return `file:${join(folder, `express-${oracleOf(major).version}.tgz`)}`;
}

/** Every file below a folder, by its path there, but for what is installed in it. */
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

/** A project in which `express` is Express of that major itself, and others are what this repository has. */
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
