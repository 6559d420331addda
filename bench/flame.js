/**
 * `npm run flame -- <scenario> <subject>`: a flame graph of a server under load, as flamegraphs/<scenario>-<subject>.html,
 * and beside it as text whose time it was, from a CPU profile of the same run. `--seconds 10` is how long it is asked;
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
import { describe, summarise } from './flame/groups.js';
import { CONNECTIONS } from './http/measure.js';
import { serverArguments, startLoad } from './http/processes.js';
import { scenarioOf } from './http/scenarios.js';
import { subjectsOf } from './http/subjects.js';
import { verify } from './http/verify.js';

const FLAMEGRAPHS = fileURLToPath(new URL('../flamegraphs', import.meta.url));
/** Requests of one burst; the time is looked at in between. */
const BURST = 500;

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
    writeFileSync(`${file}.txt`, summaryOf(subject, scenario, options));
    console.log(readFileSync(`${file}.txt`, 'utf8'));
    console.log(`Written: ${relative(start, file)}.html and .txt`);
  } finally {
    process.chdir(start);
    rmSync(scratch, { recursive: true, force: true });
  }
});

async function draw(subject, scenario, { node, seconds }, html) {
  process.env.NODE_ENV = 'production';
  const flame = createFlame();
  const load = startLoad();
  flame.on('port', async (port, _path, done) => {
    try {
      await verify(subject.name, scenario, port);
      const until = Date.now() + Number(seconds) * 1000;
      const job = { port, scenario: scenario.id, amount: BURST, connections: CONNECTIONS };
      while (Date.now() < until) await load.run(job);
      done();
    } catch (error) {
      done(error);
    }
  });
  try {
    const data = await promisify(flame.collect.bind(flame))([
      node,
      '--cpu-prof',
      ...serverArguments(subject, scenario),
    ]);
    await promisify(flame.visualize.bind(flame))(data, html);
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

function summaryOf(subject, scenario, { node, seconds }) {
  const file = readdirSync('.').find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error('The server ended without writing its CPU profile.');
  const { node: version, processor, commit, date } = environment(node);
  const profile = JSON.parse(readFileSync(file, 'utf8'));
  // The first quarter is starting and warming up.
  const from = Number(seconds) * 1e6 * 0.25;
  return `${scenario.name}, ${subject.name}
Node ${version}, ${processor}, commit ${commit}, ${date}, ${seconds} seconds

${describe(summarise(profile, { from }))}
`;
}
