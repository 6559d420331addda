/**
 * `npm run flame -- <scenario> <subject>`: a flame graph of a server under load, as flamegraphs/<scenario>-<subject>.html,
 * and beside it as text whose time it was, from a CPU profile under the same load. `--seconds 10` is how long it is asked;
 * `--out folder` puts both elsewhere.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { main, readOptions, requireAll } from './cli.js';
import { environment } from './environment.js';
import { tidy } from './flame/page.js';
import { CONNECTIONS } from './http/measure.js';
import { serverArguments, startLoad, startServer } from './http/processes.js';
import { scenarioOf } from './http/scenarios.js';
import { subjectsOf } from './http/subjects.js';
import { verify } from './http/verify.js';
import { describe, grouping, summarise } from './shared.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FLAMEGRAPHS = `${ROOT}flamegraphs`;
const groupOf = grouping({ root: ROOT, application: /\/bench\/http\//, applicationName: 'application' });
/** Requests of one burst; the time is looked at in between. */
const BURST = 500;
/** The share of the time that is starting and warming up, and is not shown. */
const WARM_UP = 0.25;

main(async () => {
  const { values: options, positionals } = readOptions({ seconds: '10', out: FLAMEGRAPHS });
  const [scenarioId, subjectId] = positionals;
  if (subjectId === undefined) throw new Error('Name a scenario and a subject: npm run flame -- json maglev');
  const scenario = scenarioOf(scenarioId);
  const [subject] = subjectsOf([subjectId]);
  requireAll([subject]);

  const start = process.cwd();
  const folder = resolve(options.out);
  const scratch = mkdtempSync(join(tmpdir(), 'maglev-flame-'));
  try {
    // The profilers leave their files where the process is.
    process.chdir(scratch);
    const file = join(folder, `${scenario.id}-${subject.id}`);
    mkdirSync(folder, { recursive: true });
    await draw(subject, scenario, options, `${file}.html`);
    const folders = [
      [ROOT, './'],
      [scratch, '.'],
      [options.node, 'node'],
    ];
    writeFileSync(`${file}.html`, tidy(readFileSync(`${file}.html`, 'utf8'), folders));
    writeFileSync(`${file}.txt`, await summaryOf(subject, scenario, options));
    console.log(readFileSync(`${file}.txt`, 'utf8'));
    console.log(`Written: ${relative(start, file)}.html and .txt`);
  } finally {
    process.chdir(start);
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** The two profilers get in each other's way, so each has a server of its own, under the same load. */
async function draw(subject, scenario, { node, seconds }, html) {
  process.env.NODE_ENV = 'production';
  const flame = createFlame();
  flame.on('port', (port, _path, done) => {
    askFor(seconds, subject, scenario, port).then(() => done(), done);
  });
  const data = await promisify(flame.collect.bind(flame))([node, ...serverArguments(subject, scenario)]);
  dropWarmUp(data);
  await promisify(flame.visualize.bind(flame))(data, html);
}

/** Loading and compiling would be half of the page. */
function dropWarmUp(folder) {
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('samples')),
  );
  const stacks = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(stacks.slice(stacks.length * WARM_UP)));
}

async function profile(subject, scenario, { node, seconds }) {
  const server = await startServer(subject, scenario, { node, flags: ['--cpu-prof'] });
  await askFor(seconds, subject, scenario, server.port);
  await server.stop();
  const file = readdirSync('.').find((name) => name.endsWith('.cpuprofile'));
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function askFor(seconds, subject, scenario, port) {
  await verify(subject.name, scenario, port);
  const load = startLoad();
  const job = { port, scenario: scenario.id, amount: BURST, connections: CONNECTIONS };
  const until = Date.now() + Number(seconds) * 1000;
  try {
    while (Date.now() < until) await load.run(job);
  } finally {
    await load.stop();
  }
}

function createFlame() {
  try {
    const Flame = createRequire(import.meta.url)('@clinic/flame');
    return new Flame({ detectPort: true });
  } catch {
    throw new Error('@clinic/flame is not installed: run "npm install --prefix bench".');
  }
}

async function summaryOf(subject, scenario, options) {
  const { node, processor, source, date } = environment(options.node);
  const from = Number(options.seconds) * 1e6 * WARM_UP;
  return `${scenario.name}, ${subject.name}
Node ${node}, ${processor}, ${source}, ${date}, ${options.seconds} seconds

${describe(summarise(await profile(subject, scenario, options), groupOf, { from }))}
`;
}
