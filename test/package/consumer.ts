import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

// Where code generation is forbidden for the tests it is forbidden for the consumers too.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');

export interface Consumer {
  readonly folder: string;
  /** The paths inside the tarball. */
  readonly packed: string[];
  /** Runs a program of this name and text in the project; gives what it printed, throws what it wrote to stderr. */
  run(name: string, text: string): string;
  /** Compiles a program of this name and text; gives the compiler's complaints, '' if there are none. */
  compile(name: string, text: string, options: string[]): string;
  remove(): void;
}

/** Packs maglev and installs the tarball into a project of its own, outside this repository. */
export function installPackage(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-package-'));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true }');
  // dist/ is built by whoever runs the tests; building it again here would pull it from under the other tests.
  const [tarball] = JSON.parse(npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
  npm(project, 'install', '--prefer-offline', join(folder, tarball.filename));
  return {
    folder,
    packed: tarball.files.map(({ path }: { path: string }) => path),
    run: (name, text) => run(project, name, text),
    compile: (name, text, options) => compile(project, name, text, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function npm(cwd: string, ...parameters: string[]): string {
  return execFileSync('npm', [...parameters, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

function run(project: string, name: string, text: string): string {
  writeFileSync(join(project, name), text);
  const child = spawnSync(process.execPath, [...flags, name], { cwd: project, encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`${name} ended with ${child.status}: ${child.stderr}`);
  return child.stdout;
}

function compile(project: string, name: string, text: string, options: string[]): string {
  writeFileSync(join(project, name), text);
  const child = spawnSync(
    process.execPath,
    [tsc, '--strict', '--target', 'es2022', '--types', 'node', '--noEmit', ...options, name],
    { cwd: project, encoding: 'utf8' },
  );
  return child.stdout + child.stderr;
}
