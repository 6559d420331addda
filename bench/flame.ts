/**
 * `npm run flame -- <scenario> <subject>`: a flame graph of a server under load, as flamegraphs/<scenario>-<subject>.html,
 * and beside it as text whose time it was, from a CPU profile under the same load. `--seconds 10` is how long it is asked;
 * `--out folder` puts both elsewhere.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { main, readOptions, requireAll } from './cli.js';
import { environment } from './environment.js';
import { tidy } from './flame/page.js';
import { CONNECTIONS } from './http/measure.js';
import { serverArguments, startLoad, startServer } from './http/processes.js';
import { type Scenario, scenarioOf } from './http/scenarios.js';
import { type Subject, subjectsOf } from './http/subjects.js';
import { verify } from './http/verify.js';
import { load as loadPeer } from './peers.js';
import { ROOT } from './places.js';
import { describe, grouping, type Profile, summarise } from './shared.js';

const FLAMEGRAPHS = `${ROOT}flamegraphs`;
const groupOf = grouping({ root: ROOT, application: /\/bench\/http\//, applicationName: 'application' });
interface Options {
  readonly node: string;
  readonly seconds: string;
}

/** Requests of one burst; the time is looked at in between. */
const BURST = 500;
/** The share of the time that is starting and warming up, and is not shown. */
const WARM_UP = 0.25;

main(async () => {
  const { values: options, positionals } = readOptions({ seconds: '10', out: FLAMEGRAPHS });
  const [scenarioId, subjectId] = positionals;
  if (scenarioId === undefined || subjectId === undefined)
    throw new Error('Name a scenario and a subject: npm run flame -- json maglev');
  const scenario = scenarioOf(scenarioId);
  const subjects = subjectsOf([subjectId]);
  requireAll(subjects);
  const subject = subjects[0]!;

  const start = process.cwd();
  const folder = resolve(options.out);
  const scratch = mkdtempSync(join(tmpdir(), 'maglev-flame-'));
  try {
    // The profilers leave their files where the process is.
    process.chdir(scratch);
    const file = join(folder, `${scenario.id}-${subject.id}`);
    mkdirSync(folder, { recursive: true });
    await draw(subject, scenario, options, `${file}.html`);
    const folders: [string, string][] = [
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
async function draw(
  subject: Subject,
  scenario: Scenario,
  { node, seconds }: Options,
  html: string,
): Promise<void> {
  process.env.NODE_ENV = 'production';
  const flame = createFlame();
  flame.on('port', (port: number, _path: string, done: (error?: unknown) => void) => {
    askFor(seconds, subject, scenario, port).then(() => done(), done);
  });
  const data: string = await promisify(flame.collect.bind(flame))([
    node,
    ...serverArguments(subject, scenario),
  ]);
  dropWarmUp(data);
  await promisify(flame.visualize.bind(flame))(data, html);
}

/** Loading and compiling would be half of the page. */
function dropWarmUp(folder: string): void {
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('samples'))!);
  const stacks = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(stacks.slice(stacks.length * WARM_UP)));
}

async function profile(subject: Subject, scenario: Scenario, { node, seconds }: Options): Promise<Profile> {
  const server = await startServer(subject, scenario, { node, flags: ['--cpu-prof'] });
  await askFor(seconds, subject, scenario, server.port);
  await server.stop();
  const file = readdirSync('.').find((name) => name.endsWith('.cpuprofile'))!;
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function askFor(seconds: string, subject: Subject, scenario: Scenario, port: number): Promise<void> {
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

function createFlame(): any {
  const Flame = loadPeer('@clinic/flame');
  return new Flame({ detectPort: true });
}

async function summaryOf(subject: Subject, scenario: Scenario, options: Options): Promise<string> {
  const { node, processor, source, date } = environment(options.node);
  const from = Number(options.seconds) * 1e6 * WARM_UP;
  return `${scenario.name}, ${subject.name}
Node ${node}, ${processor}, ${source}, ${date}, ${options.seconds} seconds

${describe(summarise(await profile(subject, scenario, options), groupOf, { from }))}
`;
}
