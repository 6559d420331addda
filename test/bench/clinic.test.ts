import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { describeFindings, findingsIn } from '../../flamegraphs/findings.js';
import { drawGraph, framesIn } from '../../flamegraphs/graph.js';
import { tidy } from '../../flamegraphs/page.js';
import { foldersFor } from '../../flamegraphs/task.js';

test('a page contains no folders of the machine and fetches nothing', () => {
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

test('the findings of clinic doctor become text, without those before the load', () => {
  const html = `<script type="application/json" id="clinic-data">\n${JSON.stringify(data)}\n</script>`;
  assert.equal(
    describeFindings(findingsIn(html)),
    `clinic doctor finds a potential I/O issue, by: cpu, memory (heapUsed)

Under load, 1.0 seconds: median, p99, maximum
CPU, percent of a core           50       50       50
event loop, percent busy         40       40       40
event loop, ms late               2        4        4
heap in use, MB                  16       16       16
resident memory, MB              64       64       64
active handles                   35       35       35

Garbage collections: count, total ms, longest ms
V8.GCScavenger                    2      5.5      3.5`,
  );
});

test('a page without data is rejected', () => {
  assert.throws(() => findingsIn('<html></html>'), /The page of clinic doctor has no data\./);
});

test('the frames of a flame graph become an SVG, without those below half a percent', () => {
  const frame = (functionName: string, value: number, children: object[] = []) => ({
    functionName,
    fileName: 'node:net',
    lineNumber: 7,
    category: 'core',
    value,
    children,
  });
  const merged = frame('all stacks', 1000, [
    frame('left out', 4),
    frame('<wide>', 900, [frame('called', 500)]),
  ]);
  const html = `"./clinic/flame/visualizer/data.json":[function(require,module,exports){\nmodule.exports=${JSON.stringify({ merged })}\n},{}]`;
  const svg = drawGraph(framesIn(html), ['JSON, maglev', 'Node v20, commit 1234567']);
  const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  assert.deepEqual(titles, ['JSON, maglev', '&lt;wide&gt; node:net:7, 90.0 %', 'called node:net:7, 50.0 %']);
  assert.match(svg, /commit 1234567/);
});

test('a page without frames is rejected', () => {
  assert.throws(() => framesIn('<html></html>'), /The page of clinic flame has no data\./);
});

test('writes graphs and pages to separate folders, and both to the folder of --out', () => {
  const { graphs, pages } = foldersFor('v26.1.0', undefined);
  assert.match(graphs, /flamegraphs\/graphs\/node-26$/);
  assert.match(pages, /flamegraphs\/pages\/node-26$/);
  assert.match(readFileSync(new URL('../../.gitignore', import.meta.url), 'utf8'), /^flamegraphs\/pages\/$/m);
  assert.deepEqual(foldersFor('v26.1.0', '/out'), { graphs: '/out', pages: '/out' });
});
