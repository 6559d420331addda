/** Groups CPU time by file: the first matching pattern names the group. */
import { pathToFileURL } from 'node:url';
import { sourceOf } from './bundles.js';

export interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** A CPU profile of Node's inspector, times in microseconds. */
export interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
  readonly startTime?: number;
}

export interface Share {
  readonly name: string;
  readonly share: number;
}

export interface Shares {
  readonly microseconds: number;
  readonly groups: readonly Share[];
  readonly functions: readonly Share[];
}

interface Places {
  /** The folder of maglev, as a path that ends with a slash. */
  readonly root: string;
  /** The files of the application; by default, everything that is in no package. */
  readonly application?: RegExp;
  readonly applicationName?: string;
}

type Group = (frame: Frame) => string | undefined;

/** Files of the build that contain several sources, and those that contain a package each. */
const BUNDLE = /^bundle\//;
const VENDORED = /^vendor\/(.+)-[\d.]+\.js$/;
const IDLE = new Set(['(idle)', '(root)']);
const packages = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`);

const own: readonly [name: string, pattern: RegExp][] = [
  ['router', /^(compiler|src\/(dispatch|lines|registration|server))\//],
  ['response', /^src\/(response|static)/],
  ['parsers', /^src\/parsers\//],
  ['request', /^(?!src\/cli\/)/],
];

const others: readonly [name: string, pattern: RegExp][] = [
  [
    'router',
    packages('router', 'path-to-regexp', 'find-my-way', 'parseurl', 'trouter', 'rou3', '@koa/router'),
  ],
  ['router', /\/node_modules\/express\d?\/lib\/(router|application|express|middleware)/],
  [
    'parsers',
    packages(
      'body-parser',
      'raw-body',
      'iconv-lite',
      'qs',
      'fast-querystring',
      'secure-json-parse',
      'cookie-parser',
    ),
  ],
  [
    'response',
    packages(
      'etag',
      'send',
      'serve-static',
      'fresh',
      'mime-types',
      'content-type',
      'content-disposition',
      'vary',
      'cookie',
      'finalhandler',
      'on-finished',
      'statuses',
    ),
  ],
  ['response', /\/node_modules\/express\d?\/lib\/(response|utils)/],
  ['request', /\/node_modules\/express\d?\/lib\/request/],
  ['other packages', /\/node_modules\//],
];

/** Creates the function that returns the group of a frame; undefined for idle time, and for the measurement itself. */
export function grouping({ root, application, applicationName = 'your handlers' }: Places): Group {
  const dist = `${pathToFileURL(root).href}dist/`;
  return ({ functionName, url, lineNumber }) => {
    if (IDLE.has(functionName)) return undefined;
    if (functionName === '(garbage collector)') return 'garbage collection';
    // Generated code has no file, but it is only the router's tree and Express's query parser.
    if (!url) return 'native code';
    if (url.startsWith('node:')) return 'node core';
    const file = addressOf(url);
    // Checked first, because the applications of the benchmarks are built into the same folder.
    if (application?.test(file)) return applicationName;
    if (file.startsWith(dist)) return groupInPackage(file, file.slice(dist.length), lineNumber);
    return nameIn(others, file) ?? (application === undefined ? applicationName : 'other packages');
  };
}

function groupInPackage(url: string, path: string, line: number): string | undefined {
  const vendored = VENDORED.exec(path);
  if (vendored !== null) return nameIn(others, `/node_modules/${vendored[1]}/`) ?? 'other packages';
  return nameIn(own, BUNDLE.test(path) ? (sourceOf(url, line)?.file ?? path) : path);
}

function addressOf(url: string): string {
  return url.startsWith('/') ? pathToFileURL(url).href : url;
}

/**
 * Self time by group, and the functions with the most of it. Excludes time before `from` and functions without self time;
 * shares are of the rest.
 */
export function summarise(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  groupOf: Group,
  { from = 0, top = 15 } = {},
): Shares {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byGroup = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let time = 0;
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const spent = timeDeltas[i]!;
    time += spent;
    const frame = frames.get(id)!;
    const group = groupOf(frame);
    if (time < from || group === undefined) continue;
    total += spent;
    add(byGroup, group, spent);
    add(byFunction, nameOf(frame, group), spent);
  }
  const shares = (map: Map<string, number>) =>
    [...map].map(([name, spent]) => ({ name, share: spent / total })).sort((a, b) => b.share - a.share);
  return { microseconds: total, groups: shares(byGroup), functions: shares(byFunction).slice(0, top) };
}

/** The summary as text. */
export function describe({ groups, functions }: Shares): string {
  const line = ({ name, share }: Share) => `${(share * 100).toFixed(1).padStart(5)} %  ${name}`;
  return [
    'Self time by group',
    ...groups.map(line),
    '',
    'Functions with the most self time',
    ...functions.map(line),
  ].join('\n');
}

function nameIn(groups: typeof own, file: string): string | undefined {
  return groups.find(([, pattern]) => pattern.test(file))?.[0];
}

function add(map: Map<string, number>, key: string, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

function nameOf({ functionName, url, lineNumber }: Frame, group: string): string {
  const name = functionName || '(anonymous)';
  if (!url) return `${name}, ${group}`;
  const source = /\/dist\/bundle\//.test(url) ? sourceOf(addressOf(url), lineNumber) : undefined;
  if (source !== undefined) return `${name}, ${source.file}:${source.line + 1}`;
  const [, inPackages] = /^.*\/node_modules\/(.*)$/.exec(url) ?? [];
  const file = inPackages ?? url.replace(/^.*\/(dist|bench)\//, '$1/');
  return `${name}, ${file}:${lineNumber + 1}`;
}
