import { execFileSync, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A package manager in one of its majors. */
export interface Kind {
  readonly title: string;
  /** The command, as in the docs. */
  readonly command: 'npm' | 'pnpm' | 'yarn';
  /** The package that provides it. */
  readonly package: string;
  /** Its programs, by command name. */
  readonly programs: Readonly<Record<string, string>>;
  /** Configuration files. */
  readonly files?: Readonly<Record<string, string>>;
  /** The command that runs Node with access to the packages. */
  readonly node?: readonly string[];
  readonly lock: string;
}

const YARN = { command: 'yarn', lock: 'yarn.lock' } as const;
const BERRY = {
  ...YARN,
  package: '@yarnpkg/cli-dist@4',
  programs: { yarn: '@yarnpkg/cli-dist/bin/yarn.js' },
} as const;
const npm = (major: number): Kind => ({
  title: `npm ${major}`,
  command: 'npm',
  package: `npm-${major}@npm:npm@${major}`,
  programs: { npm: `npm-${major}/bin/npm-cli.js`, npx: `npm-${major}/bin/npx-cli.js` },
  lock: 'package-lock.json',
});
export const KINDS: readonly Kind[] = [
  npm(10),
  npm(11),
  {
    title: 'pnpm 10',
    command: 'pnpm',
    package: 'pnpm-10@npm:pnpm@10',
    programs: { pnpm: 'pnpm-10/bin/pnpm.cjs' },
    lock: 'pnpm-lock.yaml',
  },
  {
    title: 'pnpm 12',
    command: 'pnpm',
    package: 'pnpm-12@npm:pnpm@12',
    programs: { pnpm: 'pnpm-12/pnpm' },
    lock: 'pnpm-lock.yaml',
  },
  { ...YARN, title: 'yarn 1', package: 'yarn-1@npm:yarn@1', programs: { yarn: 'yarn-1/bin/yarn.js' } },
  {
    ...BERRY,
    title: 'yarn 4 with node_modules',
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
  },
  { ...BERRY, title: 'yarn 4', node: ['yarn', 'node'], files: { 'yarn.lock': '' } },
];

/** Packs maglev and installs the package managers below a folder. */
export function setUp(home: string, kinds: readonly Kind[]): void {
  // dist/ has to be built before.
  execFileSync(process.execPath, ['--import', 'tsx', '.build/lines.ts', join(home, 'maglev')], { cwd: root });
  mkdirSync(join(home, 'tools'));
  writeFileSync(join(home, 'tools/package.json'), '{ "private": true }');
  const packages = [...new Set(kinds.map((kind) => kind.package))];
  const settings = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...settings, ...packages], { cwd: join(home, 'tools') });
}

/** Runs a command with this package manager, and keeps its caches out of the home folder. */
export function shell(home: string, cwd: string, kind: Kind, command: string): string {
  return execFileSync('sh', ['-c', command], {
    ...optionsFor(home, cwd, kind),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** How to start a program with this package manager. */
export function optionsFor(home: string, cwd: string, kind: Kind): SpawnOptions & { env: NodeJS.ProcessEnv } {
  const { npm_config_user_agent, npm_execpath, NODE_OPTIONS, ...env } = process.env;
  const store = (name: string) => join(home, 'store', name);
  return {
    cwd,
    env: {
      ...env,
      PATH: `${programsOf(home, kind)}${delimiter}${env.PATH}`,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_yes: 'true',
      YARN_ENABLE_TELEMETRY: '0',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      ...(kind.title === 'yarn 1'
        ? { YARN_CACHE_FOLDER: store('yarn-1') }
        : { YARN_GLOBAL_FOLDER: store('yarn') }),
      XDG_CACHE_HOME: store('cache'),
      XDG_CONFIG_HOME: store('config'),
      XDG_DATA_HOME: store('data'),
      XDG_STATE_HOME: store('state'),
    },
  };
}

/** A folder with the programs of a package manager, by command name. */
function programsOf(home: string, { title, programs }: Kind): string {
  const folder = join(home, 'bin', title.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(programs)) {
    const file = join(home, 'tools/node_modules', path);
    const start = /\.[cm]?js$/.test(path) ? `"${process.execPath}" "${file}"` : `"${file}"`;
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${start} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}
