import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What is redirected, and where to: plain data, which is passed to the thread of the ESM hooks. */
export interface Plan {
  /** Folder of this package, with a trailing slash. */
  readonly root: string;
  /** The packages that are redirected, by name. */
  readonly packages: Readonly<Record<string, PackagePlan>>;
  /** Files for single requests, from any module. */
  readonly files: Readonly<Record<string, string>>;
  readonly debug: boolean;
}

export interface PackagePlan {
  /** By major of the package: the line that replaces it. Other majors are not redirected. */
  readonly lines: Readonly<Record<string, string>>;
  /** The major for all requests; null if it is that of the package that would have been loaded. */
  readonly forced: string | null;
  /** The major if no package would have been found. */
  readonly absent: string;
}

type Targets = Record<'require' | 'import', { default: string }>;

// This file is `dist/src/register/plan.js` of the package.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const OPTIONAL = ['body-parser', 'router'];

/** Reads MAGLEV_EXPRESS, MAGLEV_REDIRECT and MAGLEV_DEBUG; `exit` is called with a message about an invalid one. */
export function readPlan(env: NodeJS.ProcessEnv, exit: (sentence: string) => never): Plan {
  const { lines, main } = readLines();
  const forced = env.MAGLEV_EXPRESS || null;
  if (forced !== null && !lines.includes(forced)) {
    exit(`MAGLEV_EXPRESS is ${JSON.stringify(forced)}, but has to be ${joinByOr([...lines].sort())}.`);
  }

  const requested = (env.MAGLEV_REDIRECT ?? '').split(',').flatMap((name) => name.trim() || []);
  const unknown = requested.filter((name) => name !== 'express' && !OPTIONAL.includes(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(' and ');
    exit(
      `MAGLEV_REDIRECT names ${names}, but can only name ${OPTIONAL.join(' and ')}, with a comma between.`,
    );
  }

  const all: Record<string, PackagePlan> = {
    express: { lines: Object.fromEntries(lines.map((line) => [line, line])), forced, absent: main },
    'body-parser': {
      lines: { 1: '4', 2: '5' },
      forced: forced && bodyParserOf(forced),
      absent: bodyParserOf(main),
    },
    router: { lines: { 2: '5' }, forced: null, absent: '2' },
  };
  const packages = Object.fromEntries(['express', ...requested].map((name) => [name, all[name]!]));
  return { root, packages, files: {}, debug: env.MAGLEV_DEBUG === '1' };
}

/** The reverse plan: requests for maglev of a line get the Express in a folder. */
export function readReversePlan(folder: string, line: string): Plan {
  const { main } = readLines();
  const express = `${folder}index.js`;
  const files = { [`maglev/v${line}`]: express, ...(line === main ? { maglev: express } : {}) };
  return { root, packages: {}, files, debug: false };
}

/** The lines that the package contains, and the line of its main entry. */
function readLines(): { lines: string[]; main: string } {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    exports: Record<string, Targets>;
  };
  const lines = Object.keys(exports).flatMap((key) => /^\.\/v(\d+)$/.exec(key)?.[1] ?? []);
  const main = lines.find((line) => isSameTarget(exports[`./v${line}`]!, exports['.']!))!;
  return { lines, main };
}

/** The major of the body-parser that belongs to an Express; Express 3 gets that of 4. */
function bodyParserOf(line: string): string {
  return line === '5' ? '2' : '1';
}

function isSameTarget(one: Targets, other: Targets): boolean {
  return one.require.default === other.require.default;
}

function joinByOr(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
