/**
 * Attacks maglev at the socket, and compares it with Express:
 *   npm run fuzz:http -- --requests 1000000 --seed 1 --express 5 --compared 0.5 --connections 128
 */
import { parseArgs } from 'node:util';
import { randomSeed } from '../support/random.js';
import { type Finding, fuzz, type Report } from './run.js';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomSeed()) },
    express: { type: 'string', default: '5' },
    compared: { type: 'string', default: '1' },
    connections: { type: 'string', default: '128' },
  },
});

const settings = {
  requests: Number(values.requests),
  seed: Number(values.seed),
  line: Number(values.express),
  compared: Number(values.compared),
  connections: Number(values.connections),
};

console.log(`Express ${settings.line}, seed ${settings.seed}, ${settings.requests} requests`);
const report = await fuzz(settings, process.stdout.isTTY ? showProgress : undefined);
for (const finding of report.findings) showFinding(finding);
for (const failure of report.failures) console.log(`The process: ${failure}`);
console.log(summary(report));
process.exitCode = report.findings.length + report.failures.length > 0 ? 1 : 0;

function summary({
  requests,
  connections,
  compared,
  unsteady,
  findings,
  failures,
  http2,
  seconds,
}: Report): string {
  const rate = Math.round(requests / seconds);
  return [
    `${requests} requests on ${connections} connections in ${Math.round(seconds)} s (${rate} per second);`,
    `${compared} connections compared with Express, ${unsteady} of them repeated, ${http2} over HTTP/2;`,
    `${findings.length} findings, ${failures.length} failures of the process`,
  ].join(' ');
}

function showProgress({ requests, findings }: Report): void {
  process.stdout.write(`\r${requests} requests, ${findings.length} findings`);
}

/** Prints all that is needed to reproduce a finding, as JSON. */
function showFinding(finding: Finding): void {
  const { what, case: own, maglev, express } = finding;
  console.log(`\nFINDING: ${what}`);
  for (const [index, response] of maglev.responses.entries()) {
    const expected = express?.responses[index];
    if (expected && expected.head + expected.body === response.head + response.body) continue;
    console.log(`  request: ${JSON.stringify(own.valid[index]!.bytes)}`);
    console.log(`  maglev:  ${JSON.stringify(response)}\n  express: ${JSON.stringify(expected)}`);
    break;
  }
  const missing = own.valid[maglev.responses.length];
  if (missing) console.log(`  no response: ${JSON.stringify(missing.bytes)}`);
  console.log(`  attack:  ${JSON.stringify(own.attack)}, in ${own.writes} writes, TLS: ${own.isSecure}`);
  console.log(`  maglev:  ${JSON.stringify({ ...maglev, responses: maglev.responses.length })}`);
  if (express)
    console.log(`  express: ${JSON.stringify({ ...express, responses: express.responses.length })}`);
}
