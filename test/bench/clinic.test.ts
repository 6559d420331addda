import assert from 'node:assert/strict';
import test from 'node:test';
import { describeFindings, findingsIn } from '../../flamegraphs/findings.js';
import { tidy } from '../../flamegraphs/page.js';

test('a page keeps neither the folders of the machine nor a reason to fetch anything', () => {
  const html = '"/home/me/maglev/dist/index.cjs" load("https://clinicjs.org/assets/css/fonts.css")';
  assert.equal(tidy(html, [['/home/me/maglev/', './']]), '"./dist/index.cjs" load("data:text/css,")');
});

const sample = (timestamp: number, delay: number) => ({
  timestamp,
  delay,
  cpu: 0.5,
  memory: { rss: 2 ** 26, heapUsed: 2 ** 24 },
  handles: 35,
  loopUtilization: 40,
});
const collection = (startTimestamp: number, endTimestamp: number) => ({
  name: 'V8.GCScavenger',
  args: { startTimestamp, endTimestamp },
});
const data = {
  traceEvent: [collection(10, 90), collection(1100, 1102), collection(1200, 1203.5)],
  processStat: [sample(50, 900), sample(1000, 1), sample(1500, 2), sample(2000, 4)],
  analysis: {
    interval: [1000, 2000],
    issues: { delay: 'none', cpu: 'performance', memory: { rss: 'none', heapUsed: 'performance' } },
    issueCategory: 'io',
  },
};

test('the findings of the doctor become text, without what was before the load', () => {
  const html = `<script type="application/json" id="clinic-data">\n${JSON.stringify(data)}\n</script>`;
  assert.equal(
    describeFindings(findingsIn(html)),
    `clinic doctor finds a potential I/O issue, by: cpu, memory (heapUsed)

Under load, 1.0 seconds: median, 99 of 100, most
CPU, percent of a core           50       50       50
event loop, percent busy         40       40       40
event loop, ms late               2        4        4
heap in use, MB                  16       16       16
resident memory, MB              64       64       64
active handles                   35       35       35

Collections of garbage: how many, ms of all, ms of the longest
V8.GCScavenger                    2      5.5      3.5`,
  );
});

test('a page without data is refused', () => {
  assert.throws(() => findingsIn('<html></html>'), /The page of clinic doctor has no data\./);
});
