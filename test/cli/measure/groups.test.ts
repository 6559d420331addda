import assert from 'node:assert/strict';
import test from 'node:test';
import { describe, grouping, summarise } from '../../../src/cli/measure/groups.js';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });
const groupOf = grouping({ root: '/app/', application: /\/bench\/http\//, applicationName: 'application' });
const groups = [
  ['node core', 'node:_http_outgoing'],
  ['router', 'file:///app/dist/compiler/tree.js'],
  ['router', '/app/dist/src/dispatch/run.js'],
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

test('a profile is summed up by group and by function, without idling and warming up', () => {
  const profile = {
    startTime: 0,
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('(garbage collector)') },
      { id: 3, callFrame: frame('run', '/app/dist/src/dispatch/run.js', 11) },
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
    { name: 'run, dist/src/dispatch/run.js:12', share: 0.3 },
  ]);
  assert.match(describe(summary), /^Self time by group\n 90\.0 % {2}router\n 10\.0 % {2}garbage collection/);
});

test("what is in no package is the user's, whatever its folders are called", () => {
  const groupOf = grouping({ root: '/app/node_modules/maglev/' });
  assert.equal(groupOf(frame('handler', 'file:///app/dist/src/response/app.js')), 'your handlers');
  assert.equal(groupOf(frame('send', '/app/node_modules/maglev/dist/src/response/body.js')), 'response');
  assert.equal(groupOf(frame('work', '/app/node_modules/lodash/index.js')), 'other packages');
  assert.equal(groupOf(frame('answer', '/app/node_modules/maglev/dist/src/cli/compare/serve.js')), undefined);
});
