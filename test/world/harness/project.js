import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson, root } from '../../ecosystem/harness/folders.js';
import { node, npm } from '../../ecosystem/harness/npm.js';

/** The mtime of an application's files, which is part of their entity tags. */
const WRITTEN = new Date('2020-01-01');

/** Packs what users install, and returns the tarball of maglev. */
export function pack(folder) {
  // dist/ has to be built before.
  node(root, '--import', 'tsx', '.build/lines.ts', folder);
  return join(folder, `maglev-${readJson(root, 'package.json').version}.tgz`);
}

/** A project that uses an application, with Express installed, and maglev under its own name. */
export class Project {
  #application;

  constructor(application, home, tarball) {
    this.#application = application;
    this.folder = join(home, application.name);
    mkdirSync(this.folder);
    const described = {
      private: true,
      dependencies: application.dependencies,
      overrides: application.overrides,
      devDependencies: { maglev: `file:${tarball}` },
    };
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify(described, null, 2));
    npm(this.folder, 'install', '--prefer-offline');
  }

  /** The installed versions of Express. */
  get express() {
    const { packages } = readJson(this.folder, 'package-lock.json');
    const found = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/express'));
    return [...new Set(found.map(([, { version }]) => version))].sort();
  }

  /** The option of Node that `maglev register` prints. */
  get option() {
    return this.#maglev('register').trim();
  }

  swap() {
    this.#maglev('swap');
  }

  /** Restores the initial files, and removes all data. */
  reset() {
    rmSync(join(this.folder, 'data'), { recursive: true, force: true });
    mkdirSync(join(this.folder, 'data'));
    for (const [path, text] of Object.entries(this.#application.files ?? {})) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
      utimesSync(join(this.folder, path), WRITTEN, WRITTEN);
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #maglev(command) {
    const { bin } = readJson(this.folder, 'node_modules/maglev/package.json');
    const file = join(this.folder, 'node_modules/maglev', bin.maglev);
    const env = { ...process.env, npm_config_prefer_offline: 'true' };
    const options = { cwd: this.folder, encoding: 'utf8', env };
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, command], options);
    if (status !== 0) throw new Error(`maglev ${command}\n${stdout}${stderr}`);
    return stdout;
  }
}
