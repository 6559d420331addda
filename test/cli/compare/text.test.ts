import assert from 'node:assert/strict';
import test from 'node:test';
import { gain, groupTimes } from '../../../src/cli/compare/figures.js';
import type { Speed } from '../../../src/cli/compare/measure.js';
import { jsonOf } from '../../../src/cli/compare/result.js';
import { textOf } from '../../../src/cli/compare/text.js';
import { createStyle } from '../../../src/cli/style.js';
import { comparisons, different, result } from './results.js';

const plain = createStyle({ isTTY: false }, {});
const speed = result.speed as Speed;

test('the text says what is the same, what it costs on either side, and what is gained', () => {
  const text = textOf(result, plain);
  assert.match(
    text,
    /^\.\/<app>\.js: Express 5\.1\.0 and maglev 5\.0\.0, Node v20\.0\.0, a fast one, 2 cores$/m,
  );
  assert.match(
    text,
    /^All of 3 requests got the same answers, but for X-Powered-By, header for header and byte for byte; 1 with parts that change each time\.$/m,
  );
  assert.match(text, /^No request could be made for \/\^\\\/x\/: --requests takes your own\.$/m);
  assert.match(text, /^Left out, as they may change something: 2 requests; --unsafe asks them, too\.$/m);
  assert.match(text, /^CPU time per request, µs +100 \(90-110\) +25 \(22\.5-27\.5\) {2}4\.00 times less$/m);
  assert.match(text, /^requests per second +9k \(8\.1k-9\.9k\) +36k \(32\.4k-39\.6k\) {2}4\.00 times more$/m);
  assert.match(text, /^resident memory, MB +80 \(72-88\) +80 \(72-88\) {2}tied$/m);
  assert.match(text, /^router +60\.0 +2\.5$/m);
});

test('a difference is shown as lines of either side, and cannot steer the terminal', () => {
  assert.match(
    textOf(different, plain),
    /^ {2}GET \/<b>odd<\/b> \(- Express, \+ maglev\)\n {4}header x-kind\n {6}- X-Kind: a\n {6}\+ X-Kind: b\n {4}body\n {6} {2}\(1 equal line\)\n {6}- <i>zwei<\/i>\n {6}\+ two\n/m,
  );
  const evil = {
    ...comparisons.different,
    differences: [{ what: 'body', express: 'a\x1b[2J', maglev: 'b' }],
  };
  const text = textOf({ ...result, comparisons: [evil] }, plain);
  assert.ok(!text.includes('\x1b'));
  assert.match(text, /- a\\x1b\[2J/);
});

test('colours are for terminals', () => {
  assert.match(textOf(different, createStyle({ isTTY: true }, {})), /\x1b\[31m1 of 5 requests got different/);
  assert.doesNotMatch(textOf(different, createStyle({ isTTY: true }, { NO_COLOR: '1' })), /\x1b/);
});

test('JSON has the verdict and every comparison, without bytes', () => {
  const parsed = JSON.parse(jsonOf(different));
  assert.equal(parsed.equal, false);
  assert.equal(parsed.comparisons.length, 5);
  const { method, path, verdict } = parsed.comparisons[3];
  assert.deepEqual({ method, path, verdict }, { method: 'GET', path: '/<b>odd</b>', verdict: 'different' });
  assert.equal(JSON.parse(jsonOf(result)).equal, true);
});

test('the gain is told by CPU time, and a tie is called a tie', () => {
  const { overall } = speed;
  assert.equal(
    gain(speed),
    'The swap saves 75 % of the CPU time: 75 of 100 µs a request. A core that serves 10k requests a second on Express could serve 40k.',
  );
  const turned = { ...speed, overall: { ...overall, express: overall.maglev, maglev: overall.express } };
  assert.match(gain(turned), /^The swap costs 300 % more CPU time: 75 µs a request\.$/);
  const tied = { ...speed, overall: { ...overall, maglev: overall.express } };
  assert.match(
    gain(tied),
    /tied: the difference is inside the spread\. By CPU time the swap gains nothing here\.$/,
  );
});

test('groups stand in the order in which a request meets them, in microseconds', () => {
  assert.deepEqual(groupTimes(speed), [
    { name: 'router', express: 60, maglev: 2.5 },
    { name: 'your handlers', express: 40, maglev: 22.5 },
  ]);
});
