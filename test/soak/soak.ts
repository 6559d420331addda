/**
 * Saturates a server with requests and verifies each response:
 *   npm run soak -- --requests 10000000 --seconds 3600 --connections 64 --express 5 --seed 1 [--json file]
 * or holds connections:
 *   npm run soak -- --idle 10000 --seconds 30
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomSeed } from '../support/random.js';
import { type HoldReport, hold, type Sample, type SoakReport, soak } from './run.js';

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '64' },
    express: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(randomSeed()) },
    interval: { type: 'string', default: '10' },
    idle: { type: 'string' },
    json: { type: 'string' },
  },
});

const line = Number(values.express);
const report = values.idle === undefined ? await soakNow() : await holdNow(Number(values.idle));
for (const problem of report.problems) console.log(`PROBLEM: ${problem}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
process.exitCode = report.problems.length > 0 ? 1 : 0;

async function soakNow(): Promise<SoakReport> {
  // Stops at whichever comes first; by default, after a minute.
  const seconds = values.seconds ?? (values.requests === undefined ? '60' : 'Infinity');
  const settings = {
    line,
    seed: Number(values.seed),
    connections: Number(values.connections),
    requests: Number(values.requests ?? Number.MAX_SAFE_INTEGER),
    seconds: Math.min(Number(seconds), 1e6),
    interval: Number(values.interval),
  };
  console.log(`Express ${line}, seed ${settings.seed}, ${settings.connections} connections`);
  const report = await soak(settings, (sample) => console.log(showSample(sample)));
  const { tally, before, after } = report;
  for (const mismatch of tally.mismatches) console.log(`\nMISMATCH: ${mismatch}`);
  console.log(
    `${tally.requests} requests in ${report.seconds.toFixed(0)} s (${Math.round(tally.requests / report.seconds)} per second), ` +
      `${tally.mismatches.length} mismatches, ${tally.lost} connections lost, ${tally.aborts} aborted deliberately; ` +
      `heap ${before.heap.toFixed(1)} MB before and ${after.heap.toFixed(1)} MB after, handles ${before.handles} and ${after.handles}`,
  );
  return report;
}

async function holdNow(connections: number): Promise<HoldReport> {
  const report = await hold(line, connections, Number(values.seconds ?? 10));
  const { responded, held, kilobytesEach, after } = report;
  console.log(
    `${held.connections} connections held, ${responded[0]} and then ${responded[1]} of them got a response; ` +
      `${kilobytesEach.toFixed(1)} KB each, heap ${held.heap.toFixed(1)} MB with and ${after.heap.toFixed(1)} MB without them`,
  );
  return report;
}

function showSample({ seconds, requests, heap, rss, handles, delay }: Sample): string {
  const late = [delay.p50, delay.p99, delay.max].map((ms) => ms.toFixed(0)).join(' / ');
  return (
    `${seconds.toFixed(0)} s: ${requests} requests, heap ${heap.toFixed(1)} MB, rss ${rss.toFixed(0)} MB, ` +
    `${handles} handles, event loop late by ${late} ms (median / p99 / longest)`
  );
}
