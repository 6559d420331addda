import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, messageOf } from '../failure.js';
import { readManifest, surveyFolders, type User, workspacesOf } from './survey.js';

export type ManagerName = 'npm' | 'pnpm' | 'yarn';

const SURVEY = fileURLToPath(new URL('./survey-pnp.js', import.meta.url));
/** In which files each writes what it has installed. */
const LOCKS: readonly [file: string, name: ManagerName][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** The package manager of a project, and what it is told to do. */
export class Manager {
  readonly name: ManagerName;
  readonly major: number;
  readonly folder: string;

  /** The one that `package.json` names, or whose lock is there, or by which the command was started. */
  constructor(folder: string) {
    this.folder = folder;
    const [started] = (process.env.npm_config_user_agent ?? '').split('/');
    const named = String(readManifest(folder).packageManager ?? '').split('@')[0];
    const locked = LOCKS.filter(([file]) => existsSync(join(folder, file))).map(([, name]) => name);
    const names = [named, locked.includes(started as ManagerName) ? started : locked[0], started, 'npm'];
    this.name = names.find((name): name is ManagerName => LOCKS.some(([, known]) => known === name))!;
    this.major = Number.parseInt(this.#run(['--version']), 10);
  }

  /** Yarn 2 and later are another program than yarn 1. */
  get isBerry(): boolean {
    return this.name === 'yarn' && this.major > 1;
  }

  /** The files in which it notes what is installed, as far as they are there. */
  get locks(): string[] {
    return LOCKS.filter(([, name]) => name === this.name).map(([file]) => file);
  }

  install(): void {
    if (this.name === 'npm') this.#run(['install', '--no-audit', '--no-fund']);
    else if (this.name === 'pnpm')
      this.#run(['install', '--no-frozen-lockfile', '--config.confirmModulesPurge=false']);
    else this.#run(this.isBerry ? ['install'] : ['install', '--non-interactive']);
  }

  /** The folders of the project and of its workspaces. */
  projects(): string[] {
    if (this.name !== 'pnpm') return [this.folder, ...workspacesOf(this.folder)];
    if (!existsSync(join(this.folder, 'pnpm-workspace.yaml'))) return [this.folder];
    const listed: { path: string }[] = JSON.parse(
      this.#run(['ls', '--recursive', '--depth', '-1', '--json']),
    );
    return [...new Set([this.folder, ...listed.map(({ path }) => realpathSync(path))])];
  }

  /** Who uses Express, as it is installed now. */
  survey(): User[] {
    const pnp = join(this.folder, '.pnp.cjs');
    if (!existsSync(pnp)) return surveyFolders(this.projects());
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', pnp, SURVEY], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    if (status !== 0) throw new Failure('What yarn has installed cannot be read: .pnp.cjs fails.', stderr);
    return JSON.parse(stdout);
  }

  #run(parameters: readonly string[]): string {
    const [file, ...first] = this.#program();
    const { status, stdout, stderr, error } = spawnSync(file!, [...first, ...parameters], {
      cwd: this.folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      shell: process.platform === 'win32' && first.length === 0,
      env: {
        ...process.env,
        YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
        YARN_ENABLE_HARDENED_MODE: '0',
        // Set by whichever manager has started the command.
        NODE_OPTIONS: this.#options(),
        CI: process.env.CI ?? '1',
      },
    });
    if (status === 0) return stdout;
    const said = `${stdout ?? ''}${stderr ?? ''}`.trim() || messageOf(error);
    throw new Failure(`${this.name} ${parameters[0]} failed: ${lastWords(said)}`, said);
  }

  /** The very program by which the command was started, if that is this manager. */
  #program(): string[] {
    const { npm_execpath: path = '', npm_config_user_agent: agent = '' } = process.env;
    if (!agent.startsWith(`${this.name}/`) || !existsSync(path)) return [this.name];
    return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
  }

  /** Without the table of packages that yarn lets its programs load: it is about to be written anew. */
  #options(): string {
    return (process.env.NODE_OPTIONS ?? '')
      .replace(/(--require|--experimental-loader)[ =]\S*\.pnp\.\S+/g, '')
      .trim();
  }
}

/** Of all that a manager says, what is about an error. */
function lastWords(said: string): string {
  const lines = said.split('\n').filter((line) => /err|fail/i.test(line) && !/complete log/i.test(line));
  return (lines.length > 0 ? lines.slice(0, 3) : said.split('\n').slice(-3)).join(' ').replace(/\s+/g, ' ');
}

/** The text of a file of the project, if it is there. */
export function readText(folder: string, file: string): string | undefined {
  return existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
}
