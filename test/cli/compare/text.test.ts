import assert from 'node:assert/strict';
import test from 'node:test';
import { groupTimes } from '../../../src/cli/compare/figures.js';
import type { Speed } from '../../../src/cli/compare/measure.js';
import { pageOf } from '../../../src/cli/compare/page.js';
import { exitCodeOf, jsonOf, type Result } from '../../../src/cli/compare/result.js';
import { textOf } from '../../../src/cli/compare/text.js';
import { createStyle } from '../../../src/cli/style.js';
import { comparisons, different, result } from './results.js';

const plain = createStyle({ isTTY: false }, {});
const speed = result.speed as Speed;

test('prints equal responses, the cost of either side, and the gain', () => {
  const text = textOf(result, plain);
  assert.match(
    text,
    /^\.\/<app>\.js: Express 5\.1\.0 and maglev 5\.0\.0, Node v20\.0\.0, a fast one, 2 cores$/m,
  );
  assert.match(
    text,
    /^All 3 requests got the same responses, header for header and byte for byte, except for X-Powered-By; 2 with parts that change each time\.$/m,
  );
  assert.match(text, /^No request could be generated for \/\^\\\/x\/: use --requests to send your own\.$/m);
  assert.match(text, /^Skipped 2 requests that may change data; --unsafe includes such requests\.$/m);
  assert.match(text, /^Skipped 3 requests to other hosts\.$/m);
  assert.match(
    text,
    /^1 of 3 routes only responded with 401, 403 or 404 \(404: 1\), .*: \/api\/v1\/[^\n]*items\. Use --header or --login/m,
  );
  assert.match(text, /^ {2}header set-cookie changes each time on 2 requests: GET \/time, GET \/api/m);
  assert.match(text, /^ {2}body \/now changes each time on GET \/time$/m);
  assert.match(text, /^Compared in 2\.3 s\.$/m);
  assert.match(text, /^CPU time, µs a request +100 \(90\.0-110\) +25\.0 \(22\.5-27\.5\) {2}4\.00x less$/m);
  assert.match(
    text,
    /^requests per second +9,000 \(8,100-9,900\) +36,000 \(32,400-39,600\) {2}4\.00x more$/m,
  );
  assert.match(text, /^heap after GC, MB +20\.0 /m);
  assert.match(text, /^GET \/users\/1 \(200\) +100 /m);
  const tables = text.split('\n\n').filter((part) => /^\S.* Express +maglev/.test(part));
  assert.deepEqual(
    tables
      .join('\n')
      .split('\n')
      .filter((line) => line.length > 80),
    [],
  );
  assert.match(text, /^resident memory, MB +80 \(72-88\) +80 \(72-88\) {2}tied$/m);
  assert.match(text, /^router +60\.0 +2\.5$/m);
});

test('fast paths that are off are named, by their reasons, and others are not', () => {
  assert.doesNotMatch(textOf(result, plain), /fast path/i);
  const off = (name: 'head' | 'body' | 'files', reason: string) => ({ name, on: false, reason });
  const slow = {
    ...result,
    fastPaths: [...result.fastPaths, off('body', 'One.'), off('head', 'One.'), off('files', 'Two.')],
  };
  assert.match(
    textOf(slow, plain),
    /^Fast paths that are off: body, head\. One\.\nFast paths that are off: files\. Two\.$/m,
  );
  assert.match(pageOf(slow), /Fast paths that are off: body, head\. One\./);
  assert.deepEqual(JSON.parse(jsonOf(slow)).fastPaths, slow.fastPaths);
});

test('a difference is shown as lines of either side, and cannot steer the terminal', () => {
  assert.match(
    textOf(different, plain),
    /^ {2}GET \/<b>odd<\/b> \(- Express, \+ maglev, sent 2 times\)\n {4}header x-kind\n {6}- X-Kind: a\n {6}\+ X-Kind: b\n {4}body\n {6} {2}\(1 equal line\)\n {6}- <i>zwei<\/i>\n {6}\+ two\n/m,
  );
  const evil = {
    ...comparisons.different,
    differences: [{ what: 'body', express: 'a\x1b[2J', maglev: 'b' }],
  };
  const text = textOf({ ...result, comparisons: [evil] }, plain);
  assert.ok(!text.includes('\x1b'));
  assert.match(text, /- a\\x1b\[2J/);
});

test('uses colours only in terminals', () => {
  assert.match(textOf(different, createStyle({ isTTY: true }, {})), /\x1b\[31m1 of 5 requests got different/);
  assert.doesNotMatch(textOf(different, createStyle({ isTTY: true }, { NO_COLOR: '1' })), /\x1b/);
});

test('includes the verdict and every comparison in JSON, without bodies', () => {
  const parsed = JSON.parse(jsonOf(different));
  assert.equal(parsed.equal, false);
  assert.equal(parsed.comparisons.length, 5);
  const { method, path, verdict } = parsed.comparisons[3];
  assert.deepEqual({ method, path, verdict }, { method: 'GET', path: '/<b>odd</b>', verdict: 'different' });
  assert.equal(JSON.parse(jsonOf(result)).equal, true);
  const refused = [{ route: parsed.comparisons[2].route, status: 404 }];
  assert.deepEqual(JSON.parse(jsonOf(result)).requests.refused, refused);
});

test('reports unfinished comparisons as neither equal nor different', () => {
  const cases: [Result, RegExp][] = [
    [
      { ...result, comparisons: [comparisons.equal, comparisons.unfinished] },
      /^Incomplete response on both sides: GET \/events\.$/m,
    ],
    [
      { ...result, comparisons: [comparisons.equal, comparisons.unanswered] },
      /^No response on either side: GET \/silent\.$/m,
    ],
    [
      { ...result, comparisons: [comparisons.equal, comparisons.crashed] },
      /^The application ends on both sides: GET \/exit\.$/m,
    ],
    [
      { ...result, comparisons: [comparisons.equal], requests: { ...result.requests, left: 1 } },
      /^Time ran out before 1 request could be sent\. Run longer with --time\.$/m,
    ],
  ];
  for (const [open, message] of cases) {
    const text = textOf(open, plain);
    assert.match(text, /^Not finished: 1 of 2 requests got the same responses/m);
    assert.match(text, message);
    assert.equal(exitCodeOf(open), 3);
    const { equal, finished } = JSON.parse(jsonOf(open));
    assert.deepEqual({ equal, finished }, { equal: false, finished: false });
  }
  assert.equal(exitCodeOf(result), 0);
  assert.equal(exitCodeOf(different), 1);
});

test('marks figures that other programs make unreliable, and compares only the others', () => {
  const busy = { ...result, speed: { ...speed, unreliable: 'Others were busy: some are unreliable.' } };
  assert.match(textOf(busy, plain), /\n\nOthers were busy: some are unreliable\.\n\nmaglev saves/);
  assert.match(textOf(busy, plain), /^CPU time, µs a request .* 4\.00x less$/m);
  assert.match(textOf(busy, plain), /^requests per second .* unclear$/m);
  assert.match(textOf(busy, plain), /^latency p99, ms .* unclear$/m);
  assert.match(
    pageOf(busy),
    /Is maglev faster\?<\/h2>\n<p class="open">Others were busy: some are unreliable\.<\/p>/,
  );
  assert.doesNotMatch(textOf(result, plain) + pageOf(result), /unreliable/);
});

test('groups varying items of a list', () => {
  const listed = { ...comparisons.varies, varying: ['body /items/0/id', 'body /items/1/id'] };
  assert.match(
    textOf({ ...result, comparisons: [listed] }, plain),
    /^ {2}body \/items\/\*\/id changes each time on GET \/time$/m,
  );
});

test('shows figures but no verdict if a run has not settled', () => {
  const unsettled = 'Express had not warmed up in the time available';
  const cold = { ...result, speed: { ...speed, unsettled } };
  const text = textOf(cold, plain);
  assert.match(text, /^CPU time, µs a request +100 \(90\.0-110\) +25\.0 \(22\.5-27\.5\) {2}unclear$/m);
  assert.match(text, /^GET \/users\/1 \(200\) .* unclear$/m);
  assert.match(text, /^No verdict on CPU time: Express had not warmed up/m);
  const page = pageOf(cold);
  assert.match(page, /<p class="gain">No verdict on CPU time: Express had not warmed up/);
  assert.doesNotMatch(text + page, /maglev saves|4\.00x|times (?:less|more)/);
});

test('includes the gain in JSON, or why there is none', () => {
  assert.equal(JSON.parse(jsonOf(result)).speed.gain.verdict, 'saves');
  const cold = JSON.parse(jsonOf({ ...result, speed: { ...speed, unsettled: 'maglev was cold' } })).speed;
  assert.deepEqual(
    { unsettled: cold.unsettled, verdict: cold.gain.verdict, saved: cold.gain.saved },
    { unsettled: 'maglev was cold', verdict: 'none', saved: null },
  );
  assert.equal(JSON.parse(jsonOf({ ...result, speed: null })).speed, null);
});

test('lists groups in the order of a request, in microseconds', () => {
  assert.deepEqual(groupTimes(speed), [
    { name: 'router', express: 60, maglev: 2.5 },
    { name: 'your handlers', express: 40, maglev: 22.5 },
  ]);
});
