// What `npm run oracle:raise` reports: how two versions of Express differ from the outside, and which tests fail.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What can be seen of an Express without running a request, by heading. */
export type Description = Readonly<Record<string, readonly string[]>>;

const MEMBERS = `
  const express = require(process.argv[1]);
  const parts = { express, application: express.application, request: express.request, response: express.response };
  const names = Object.entries(parts).map(([part, object]) => {
    return ['members of ' + part, Object.getOwnPropertyNames(object).sort()];
  });
  console.log(JSON.stringify(Object.fromEntries(names)));`;

export function describeOracle(folder: string): Description {
  const { dependencies, engines, files } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const listed = spawnSync(process.execPath, ['-e', MEMBERS, folder], { encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(listed.stderr);
  const library = readdirSync(`${folder}lib`, { recursive: true, encoding: 'utf8' });
  return {
    dependencies: Object.entries(dependencies).map(([name, range]) => `${name} ${range}`),
    engines: Object.entries(engines ?? {}).map(([name, range]) => `${name} ${range}`),
    files: [...files, ...library.map((file) => `lib/${file}`)],
    ...JSON.parse(listed.stdout),
  };
}

/** A line for each entry that only one of them has. */
export function differencesOf(before: Description, after: Description): string[] {
  return Object.keys({ ...before, ...after }).flatMap((heading) => {
    const [were = [], are = []] = [before[heading], after[heading]];
    const gone = were.filter((one) => !are.includes(one)).map((one) => `${heading}: no longer ${one}`);
    return [...gone, ...are.filter((one) => !were.includes(one)).map((one) => `${heading}: now ${one}`)];
  });
}

/** The names of failed tests in the output of the reporter `spec`. Suites that fail only through their tests are skipped. */
export function failuresIn(output: string): string[] {
  const [, listed = ''] = output.split(/^✖ failing tests:$/m);
  return [...listed.matchAll(/^✖ (.+) \([\d.]+ms\)$/gm)].map(([, name]) => name!);
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly optional?: boolean; readonly os?: readonly string[] }>
  >;
}

/** The lockfile that npm wrote, plus the required packages for other platforms that npm drops. */
export function withPlatforms(before: string, after: string): string {
  const { packages } = JSON.parse(before) as Lock;
  const lock = JSON.parse(after) as Lock;
  const dropped = Object.entries(packages).filter(([path, { optional, os }]) => {
    return (
      optional && os !== undefined && lock.packages[path] === undefined && after.includes(lastName(path))
    );
  });
  const all = [...Object.entries(lock.packages), ...dropped];
  // In npm's order.
  const sorted = all.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** The package name at the end of a path in a lockfile. */
function lastName(path: string): string {
  return `"${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}": "`;
}

export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const differing = a!.findIndex((number, i) => number !== b![i]);
  return differing !== -1 && a![differing]! > b![differing]!;
}
