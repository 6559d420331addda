import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { describe, grouping, summarise } from '../../../src/cli/measure/groups.js';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });
const groupOf = grouping({ root: '/app/', application: /\/bench\/http\//, applicationName: 'application' });
const groups = [
  ['node core', 'node:_http_outgoing'],
  ['router', 'file:///app/dist/vendor/find-my-way-9.10.0.js'],
  ['other packages', 'file:///app/dist/vendor/left-pad-1.0.0.js'],
  ['router', '/app/dist/src/dispatch/dispatch.js'],
  ['router', '/app/node_modules/router/index.js'],
  ['router', '/app/node_modules/express4/lib/router/index.js'],
  ['response', '/app/dist/src/response/json.js'],
  ['response', '/app/node_modules/express5/lib/response.js'],
  ['response', '/app/node_modules/etag/index.js'],
  ['parsers', '/app/dist/src/parsers/read.js'],
  ['parsers', '/app/node_modules/body-parser/lib/read.js'],
  ['request', '/app/dist/src/request/url.js'],
  ['application', 'file:///app/dist/bench/http/subjects/express.js'],
  ['other packages', '/app/node_modules/koa/lib/context.js'],
  ['native code', ''],
] as const;

for (const [group, url] of groups) {
  test(`${url || 'code without a file'} belongs to: ${group}`, () => {
    assert.equal(groupOf(frame('work', url)), group);
  });
}

test('sums up a profile by group and function, without idle and warm-up time', () => {
  const profile = {
    startTime: 0,
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('(garbage collector)') },
      { id: 3, callFrame: frame('run', '/app/dist/src/dispatch/dispatch.js', 11) },
      { id: 4, callFrame: frame('match', '/app/node_modules/path-to-regexp/dist/index.js', 99) },
    ],
    samples: [3, 1, 2, 3, 4, 4],
    timeDeltas: [1000, 5000, 100, 300, 400, 200],
  };
  const summary = summarise(profile, groupOf, { from: 2000 });
  assert.deepEqual(summary.groups, [
    { name: 'router', share: 0.9 },
    { name: 'garbage collection', share: 0.1 },
  ]);
  assert.deepEqual(summary.functions.slice(0, 2), [
    { name: 'match, path-to-regexp/dist/index.js:100', share: 0.6 },
    { name: 'run, dist/src/dispatch/dispatch.js:12', share: 0.3 },
  ]);
  assert.match(describe(summary), /^Self time by group\n 90\.0 % {2}router\n 10\.0 % {2}garbage collection/);
});

test('assigns code outside packages to the user, whatever its folders are called', () => {
  const groupOf = grouping({ root: '/app/node_modules/maglev/' });
  assert.equal(groupOf(frame('handler', 'file:///app/dist/src/response/app.js')), 'your handlers');
  assert.equal(groupOf(frame('send', '/app/node_modules/maglev/dist/src/response/body.js')), 'response');
  assert.equal(groupOf(frame('work', '/app/node_modules/lodash/index.js')), 'other packages');
  assert.equal(groupOf(frame('answer', '/app/node_modules/maglev/dist/src/cli/compare/serve.js')), undefined);
});

test('assigns code in a bundle to its source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-groups-'));
  try {
    mkdirSync(join(folder, 'dist/bundle'), { recursive: true });
    // Lines 3 and 4 are the first two of one source, 9 and 10 those of the other.
    const mappings = ';;;AAAA;AACA;;;;;ACDA;AACA';
    const sources = ['../../src/dispatch/dispatch.ts', '../../src/response/json.ts'];
    const map = { version: 3, sources, names: [], mappings };
    writeFileSync(join(folder, 'dist/bundle/core.js.map'), JSON.stringify(map));
    const groupOf = grouping({ root: `${folder}/` });
    const file = join(folder, 'dist/bundle/core.js');
    assert.equal(groupOf(frame('run', file, 4)), 'router');
    assert.equal(groupOf(frame('json', file, 9)), 'response');
    const nodes = [{ id: 1, callFrame: frame('json', file, 10) }];
    const { functions } = summarise({ nodes, samples: [1], timeDeltas: [1] }, groupOf);
    assert.deepEqual(functions, [{ name: 'json, src/response/json.ts:2', share: 1 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
