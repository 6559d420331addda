import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The two module systems. */
export type System = 'require' | 'import';

/** What is redirected, and where to: plain data, which goes to the thread of the ESM hooks. */
export interface Plan {
  /** '5', '4' or '3'. */
  readonly line: string;
  /** Folder of this package, with a slash at its end. */
  readonly root: string;
  /** The folder that replaces each package's, in requests for its files. */
  readonly folders: Readonly<Record<string, string>>;
  /** File of each redirected package. */
  readonly targets: Readonly<Record<string, Readonly<Record<System, string>>>>;
  readonly debug: boolean;
}

type Targets = Record<System, { default: string }>;

// This file is `dist/src/register/plan.js` of the package.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const OPTIONAL = ['body-parser', 'router'];

/** Reads MAGLEV_EXPRESS, MAGLEV_REDIRECT and MAGLEV_DEBUG; `exit` is called with a message about an invalid one. */
export function readPlan(env: NodeJS.ProcessEnv, exit: (sentence: string) => never): Plan {
  const { exports, lines, main } = readLines();
  const line = env.MAGLEV_EXPRESS || main;
  if (!lines.includes(line)) {
    exit(`MAGLEV_EXPRESS is ${JSON.stringify(line)}, but has to be ${joinByOr([...lines].sort())}.`);
  }

  const asked = (env.MAGLEV_REDIRECT ?? '').split(',').flatMap((name) => name.trim() || []);
  const unknown = asked.filter((name) => name !== 'express' && !OPTIONAL.includes(name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(' and ');
    exit(
      `MAGLEV_REDIRECT names ${names}, but can only name ${OPTIONAL.join(' and ')}, with a comma between.`,
    );
  }

  const entry = (key: string) => filesOf(root, exports[key]!);
  const deep = `${root}dist/deep/v${line}/`;
  const all: Record<string, Record<System, string>> = {
    express: entry(`./v${line}`),
    'body-parser': { require: `${deep}body-parser.js`, import: `${deep}body-parser.js` },
    router: entry('./router'),
  };
  const targets = Object.fromEntries(['express', ...asked].map((name) => [name, all[name]!]));
  const folders = { express: line === main ? root : deep, router: `${root}dist/deep/router/` };
  return { line, root, folders, targets, debug: env.MAGLEV_DEBUG === '1' };
}

/** The reverse plan: requests for maglev of a line get the Express in a folder. */
export function readReversePlan(folder: string, line: string): Plan {
  const { main } = readLines();
  const express = { require: `${folder}index.js`, import: `${folder}index.js` };
  const targets = { [`maglev/v${line}`]: express, ...(line === main ? { maglev: express } : {}) };
  return { line, root, folders: { express: folder }, targets, debug: false };
}

function readLines() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    exports: Record<string, Targets>;
  };
  const lines = Object.keys(exports).flatMap((key) => /^\.\/v(\d+)$/.exec(key)?.[1] ?? []);
  const main = lines.find((line) => isSameTarget(exports[`./v${line}`]!, exports['.']!))!;
  return { exports, lines, main };
}

function isSameTarget(one: Targets, other: Targets): boolean {
  return one.require.default === other.require.default;
}

function filesOf(root: string, targets: Targets): Record<System, string> {
  return { require: root + targets.require.default.slice(2), import: root + targets.import.default.slice(2) };
}

function joinByOr(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
