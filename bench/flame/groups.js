/** Whose time it was: the first pattern that fits a frame's file names its group. */

const IDLE = new Set(['(idle)', '(root)']);
const packages = (...names) => new RegExp(`/node_modules/(${names.join('|')})/`);

const groups = [
  ['node core', /^node:/],
  ['application', /\/bench\/http\//],
  ['router', /\/dist\/(compiler|src\/(dispatch|registration|lines))\//],
  ['response', /\/dist\/src\/(response|static)/],
  ['parsers', /\/dist\/src\/parsers\//],
  ['request', /\/dist\/src\//],
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

/** The group of a frame of a CPU profile; undefined for time in which nothing was done. */
export function groupOf({ functionName, url }) {
  if (IDLE.has(functionName)) return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  // Generated code has no file: it is the router's tree and Express's query parser at most.
  if (url === '' || url === undefined) return 'native code';
  return groups.find(([, pattern]) => pattern.test(url))?.[0] ?? 'other packages';
}

/**
 * Self time by group, and the functions with the most of it, of a profile that `--cpu-prof` wrote. Time before `from`
 * and functions that did nothing are left out; shares are of what remains.
 */
export function summarise({ nodes, samples, timeDeltas, startTime }, { from = 0, top = 15 } = {}) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byGroup = new Map();
  const byFunction = new Map();
  let time = 0;
  let total = 0;
  for (const [i, id] of samples.entries()) {
    time += timeDeltas[i];
    const frame = frames.get(id);
    const group = groupOf(frame);
    if (time < from || group === undefined) continue;
    total += timeDeltas[i];
    add(byGroup, group, timeDeltas[i]);
    add(byFunction, nameOf(frame, group), timeDeltas[i]);
  }
  const shares = (map) =>
    [...map].map(([name, spent]) => ({ name, share: spent / total })).sort((a, b) => b.share - a.share);
  return {
    startTime,
    microseconds: total,
    groups: shares(byGroup),
    functions: shares(byFunction).slice(0, top),
  };
}

/** The summary as text. */
export function describe({ groups: byGroup, functions }) {
  const line = ({ name, share }) => `${(share * 100).toFixed(1).padStart(5)} %  ${name}`;
  return [
    'Self time by group',
    ...byGroup.map(line),
    '',
    'Functions with the most self time',
    ...functions.map(line),
  ].join('\n');
}

function add(map, key, value) {
  map.set(key, (map.get(key) ?? 0) + value);
}

function nameOf({ functionName, url, lineNumber }, group) {
  const name = functionName || '(anonymous)';
  if (!url) return `${name}, ${group}`;
  const [, inPackages] = /^.*\/node_modules\/(.*)$/.exec(url) ?? [];
  const file = inPackages ?? url.replace(/^.*\/(dist|bench)\//, '$1/');
  return `${name}, ${file}:${lineNumber + 1}`;
}
