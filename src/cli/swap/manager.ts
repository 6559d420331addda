import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, messageOf } from '../failure.js';
import { managerFor } from './choice.js';
import { hasDevelopment } from './development.js';
import { assertFile, textIn } from './disk.js';
import { parseJson, parseState } from './json.js';
import { branchOf, locksIn, type ManagerName, ownLocksIn } from './locks.js';
import { PNPM_WORKSPACE } from './paths.js';
import { npmProblems, subjectOf, summaryOf } from './problems.js';
import { isObject } from './put-back.js';
import { storeIn, storeSettings } from './stores.js';
import { type Output, runSupervised } from './supervised.js';
import { type Survey, surveyFolders } from './survey.js';
import { workspacesOf } from './workspaces.js';

const SURVEY = fileURLToPath(new URL('./survey-pnp.js', import.meta.url));
const LEGACY_PEERS = '--legacy-peer-deps';
/** Against settings of npm, and `npm exec --global`, with which it would change a folder outside the project, or no file. */
const IN_PROJECT = [
  '--global=false',
  '--location=project',
  '--dry-run=false',
  '--package-lock-only=false',
  '--save=true',
];

/** The package manager of a project, and the commands it runs. */
export class Manager {
  readonly name: ManagerName;
  readonly version: string;
  readonly folder: string;
  /** Aborted when the command has to end: a running program is then stopped immediately. */
  readonly #signal: AbortSignal | undefined;
  readonly #flags: readonly string[];
  /** Whether development dependencies are installed. Known from the start: a swap removes each Express before it installs. */
  readonly #hasDevelopment: boolean;

  private constructor(
    name: ManagerName,
    version: string,
    folder: string,
    flags: readonly string[],
    hasDevelopment: boolean,
    signal?: AbortSignal,
  ) {
    this.#hasDevelopment = hasDevelopment;
    this.name = name;
    this.version = version;
    this.folder = folder;
    this.#flags = flags;
    this.#signal = signal;
  }

  /** The manager of a project. `flags` are passed to each of its installations. */
  static async of(folder: string, flags: readonly string[] = []): Promise<Manager> {
    const name = managerFor(folder, process.env.npm_config_user_agent ?? '');
    const unknown = new Manager(name, '', folder, flags, false);
    const version = (await unknown.#run(['--version'])).trim();
    const installed = new Manager(name, version, folder, flags, false);
    return new Manager(name, version, folder, flags, hasDevelopment(folder, await installed.projects()));
  }

  /** A copy whose programs are stopped when the signal is aborted. */
  until(signal: AbortSignal): Manager {
    return new Manager(this.name, this.version, this.folder, this.#flags, this.#hasDevelopment, signal);
  }

  get major(): number {
    return Number.parseInt(this.version, 10);
  }

  /** Yarn 2 and later are a different program from yarn 1. */
  get isBerry(): boolean {
    return this.name === 'yarn' && this.major > 1;
  }

  /** The lockfiles it may write. */
  get locks(): string[] {
    return ownLocksIn(this.name, this.folder, this.#branch());
  }

  /** The manifests of the project and of its workspaces, and the lockfiles that may be written in them. */
  manifestsAndLocks(projects: readonly string[]): string[] {
    const branch = this.#branch();
    const files = projects.flatMap((project) => {
      const names = ['package.json', ...locksIn(this.name, project, this.folder, branch)];
      return names.map((name) => this.pathOf(join(project, name)));
    });
    return [...new Set(files)];
  }

  /** That of git, for which pnpm may have a lockfile. */
  #branch(): string | null {
    return this.name === 'pnpm' ? branchOf(this.folder) : null;
  }

  /** The folders of the project, besides `node_modules`, in which it keeps packages. */
  async stores(): Promise<string[]> {
    const stores: string[] = [];
    for (const setting of storeSettings(this.name, this.isBerry)) {
      // It fails if a version does not know the setting. Warnings may come first.
      const { code, stdout } = await this.#start(['config', 'get', setting]);
      const printed = stdout.trim().split(/\r?\n/).at(-1)!;
      const isSet = code === 0 && printed !== '' && printed !== 'undefined';
      const path = isSet ? storeIn(this.folder, printed) : null;
      if (path !== null) stores.push(path);
    }
    return stores;
  }

  /** With `hasLock`, npm uses a lockfile even if its settings disable that. */
  async install(hasLock: boolean): Promise<void> {
    const parameters = {
      npm: ['--no-audit', '--no-fund', ...(hasLock ? ['--package-lock=true'] : [])],
      pnpm: ['--no-frozen-lockfile', '--config.confirmModulesPurge=false'],
      yarn: this.isBerry ? [] : ['--non-interactive'],
    }[this.name];
    await this.#run(['install', ...parameters, ...this.#withDevelopment(), ...this.#flags]);
  }

  /** Writes only the npm lockfile of a folder. */
  async lockOnly(folder = this.folder): Promise<void> {
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    // It runs in the project in any case, from which paths in NODE_OPTIONS and .npmrc may be relative.
    const place = folder === this.folder ? [] : ['--prefix', folder];
    const flags = ['--package-lock-only', '--package-lock=true', ...place, ...quiet, ...this.#flags];
    await this.#run(['install', ...flags]);
  }

  /**
   * Flags that keep the development dependencies if they are installed, as maglev itself may be: `NODE_ENV=production` or a
   * setting would remove them. Flags of the user come first.
   */
  #withDevelopment(): readonly string[] {
    const isDecided = this.#flags.some((flag) =>
      /^(-P$|--(no-)?(omit|include|only|prod|production|dev)\b)/.test(flag),
    );
    if (isDecided || !this.#hasDevelopment) return [];
    const yarn = this.isBerry ? [] : ['--production=false'];
    return { npm: ['--include=dev'], pnpm: ['--prod=false'], yarn }[this.name];
  }

  /**
   * The problems that the manager itself finds with the installation, one per line. Those other than npm compare it with the
   * lockfile, so they find none in a project whose settings disable that.
   */
  async problems(): Promise<string[]> {
    if (this.name === 'npm') {
      const development = this.#withDevelopment();
      const printed = await this.#start(['ls', '--all', '--json', ...development, ...this.#flags]);
      return npmProblems(printed, realpathSync(this.folder));
    }
    if (!this.locks.some((file) => existsSync(join(this.folder, file)))) return [];
    const development = this.#withDevelopment();
    const check = {
      pnpm: ['install', '--frozen-lockfile', '--prefer-offline', ...development, ...this.#flags],
      yarn: this.isBerry
        ? ['install', '--immutable', ...this.#flags]
        : ['check', '--integrity', ...development],
    }[this.name];
    const { code, stdout, stderr } = await this.#start(check);
    return code === 0 ? [] : [summaryOf(stdout + stderr)];
  }

  /**
   * The problems that npm finds, and whether the project was installed with `--legacy-peer-deps`: then some of the packages
   * that npm reports as missing or invalid are peers.
   */
  async inspect(): Promise<{ problems: string[]; hasLegacyPeers: boolean }> {
    // Other managers have no command that checks without changing something.
    if (this.name !== 'npm') return { problems: [], hasLegacyPeers: false };
    const problems = await this.problems();
    const peers = problems.length > 0 ? peersIn(this.folder) : new Set<string>();
    const hasLegacyPeers = problems.some((problem) => peers.has(subjectOf(problem).split(' ')[1]!));
    return { problems, hasLegacyPeers };
  }

  get hasLegacyPeers(): boolean {
    return this.#flags.includes(LEGACY_PEERS);
  }

  withLegacyPeers(): Manager {
    const flags = [...this.#flags, LEGACY_PEERS];
    return new Manager(this.name, this.version, this.folder, flags, this.#hasDevelopment, this.#signal);
  }

  /** A copy that also resolves dependencies that package.json does not name, as far as its lockfile lacks them. */
  thatResolves(): Manager {
    if (this.name !== 'pnpm') return this;
    const flags = ['--prefer-frozen-lockfile=false', ...this.#flags];
    return new Manager(this.name, this.version, this.folder, flags, this.#hasDevelopment, this.#signal);
  }

  /** The folders of the project and of its workspaces. */
  async projects(): Promise<string[]> {
    if (this.name !== 'pnpm') return [this.folder, ...workspacesOf(this.folder)];
    if (!existsSync(join(this.folder, PNPM_WORKSPACE))) return [this.folder];
    // Not as JSON: with a lockfile for each workspace, pnpm 10 prints a list for each.
    const printed = await this.#run(['ls', '--recursive', '--depth', '-1', '--parseable']);
    const listed = printed.split(/\r?\n/).filter((line) => isAbsolute(line));
    return [...new Set([this.folder, ...listed.map((path) => realpathSync(path))])];
  }

  /** The path of a file or folder relative to the project's folder, with slashes. */
  pathOf(place: string): string {
    return relative(
      realpathSync(this.folder),
      join(realpathSync(dirname(place)), basename(place)),
    ).replaceAll('\\', '/');
  }

  /** The packages that use Express in the current installation. */
  async survey(): Promise<Survey> {
    if (!this.hasTable) return surveyFolders(await this.projects(), this.name === 'pnpm');
    const { code, stdout, stderr } = await this.node([SURVEY]);
    if (code !== 0) throw new Failure('Cannot read what yarn has installed: .pnp.cjs fails.', stderr);
    return parseJson(stdout, 'The survey of .pnp.cjs') as Survey;
  }

  /** Whether yarn resolves packages by a table (`.pnp.cjs`) instead of `node_modules` folders. */
  get hasTable(): boolean {
    return existsSync(join(this.folder, '.pnp.cjs'));
  }

  /** Runs a script the way the project runs its own. */
  node(parameters: readonly string[]): Promise<Output> {
    const table = this.hasTable ? ['--require', join(this.folder, '.pnp.cjs')] : [];
    return this.#supervise([process.execPath, ...table, ...parameters], { NODE_OPTIONS: '' });
  }

  async #run(parameters: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#start(parameters);
    if (code === 0) return stdout;
    const printed = `${stdout}${stderr}`.trim();
    const hint = printed.includes('ERESOLVE')
      ? ` If this project is installed with ${LEGACY_PEERS}, pass the flag: maglev swap -- ${LEGACY_PEERS}; or write legacy-peer-deps=true into .npmrc.`
      : '';
    const summary = summaryOf(printed) || `exit code ${code}`;
    throw new Failure(`${this.name} ${parameters[0]} failed: ${summary}.${hint}`, printed);
  }

  #start(parameters: readonly string[]): Promise<Output> {
    const settings = this.name === 'npm' ? IN_PROJECT : [];
    const isAlone = parameters[0] === 'install' && this.#isBelowOtherWorkspace();
    const alone = isAlone ? ['--ignore-workspace'] : [];
    return this.#supervise([...this.#program(), ...settings, ...parameters, ...alone], {
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      YARN_ENABLE_HARDENED_MODE: '0',
      // Set by the manager that started the command.
      NODE_OPTIONS: this.#options(),
      CI: process.env.CI ?? '1',
    });
  }

  /** Whether pnpm would act on the workspace of a folder above, which this project is not part of. */
  #isBelowOtherWorkspace(): boolean {
    if (this.name !== 'pnpm' || existsSync(join(this.folder, PNPM_WORKSPACE))) return false;
    for (let folder = dirname(this.folder); ; folder = dirname(folder)) {
      if (existsSync(join(folder, PNPM_WORKSPACE))) return true;
      if (folder === dirname(folder)) return false;
    }
  }

  #supervise(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Output> {
    const options = { cwd: this.folder, env: { ...process.env, ...env } };
    return runSupervised(command, options, this.folder, this.#signal);
  }

  /** The program that started the command, if it is this manager. */
  #program(): string[] {
    const { npm_execpath: path = '', npm_config_user_agent: agent = '' } = process.env;
    if (!agent.startsWith(`${this.name}/`) || !existsSync(path)) return [this.name];
    return /\.[cm]?js$/.test(path) ? [process.execPath, path] : [path];
  }

  /** Without the table of packages that yarn preloads into its programs: it is about to be rewritten. */
  #options(): string {
    return (process.env.NODE_OPTIONS ?? '')
      .replace(/(--require|--experimental-loader)[ =]\S*\.pnp\.\S+/g, '')
      .trim();
  }
}

/** The names of all peers of installed packages, as npm recorded them. */
function peersIn(folder: string): Set<string> {
  const state = parseState(textIn(folder, 'node_modules/.package-lock.json'));
  const packages = isObject(state) && isObject(state.packages) ? Object.values(state.packages) : [];
  return new Set(
    packages.flatMap((one) => {
      return isObject(one) && isObject(one.peerDependencies) ? Object.keys(one.peerDependencies) : [];
    }),
  );
}

/** The text of a file of the project, if it exists. Throws if writing it again would change it. */
export function readText(folder: string, file: string): string | undefined {
  if (!existsSync(join(folder, file))) return undefined;
  const bytes = readBytes(folder, file);
  if (!isUtf8(bytes)) throw new Failure(`${file} is not valid UTF-8: save it in that encoding first.`);
  return bytes.toString();
}

function readBytes(folder: string, file: string): Buffer {
  const place = join(folder, file);
  assertFile(place, file);
  try {
    return readFileSync(place);
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${messageOf(error)}.`);
  }
}
