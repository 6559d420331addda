/** Starts programs, sends a request to those that serve, and subtracts the time of a bare Node. */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { type Summary, summary } from '../shared.js';
import type { InstalledSubject } from './install.js';
import { EXPECTED_BODY, PROGRAMS, type Program, type Reported } from './programs.js';

/** The results on one version of Node. */
export interface StartRun {
  readonly node: string;
  readonly subjects: readonly StartFigures[];
}

/** Milliseconds of CPU time minus those of a bare Node, modules, and bytes. */
export interface StartFigures {
  readonly id: string;
  readonly name: string;
  readonly require: Summary;
  readonly import: Summary;
  /** Until the first response of an application with 22 routes, and of one with 1,000. */
  readonly api: Summary;
  readonly large: Summary;
  /** Modules loaded by the application with 22 routes, and its heap after the first response. */
  readonly modules: number;
  readonly heapUsed: number;
  readonly packages: number;
  readonly bytes: number;
}

type Measured = Record<Program['id'], Reported[]>;

export async function measureStarts(
  node: string,
  version: string,
  installed: readonly InstalledSubject[],
  rounds: number,
  onRound: (round: string) => void,
): Promise<StartRun> {
  const measured = installed.map((): Measured => {
    return { bare: [], 'bare-module': [], require: [], import: [], api: [], large: [] };
  });
  // Round 0 is discarded: it reads files that are not yet in the system's cache.
  for (let round = 0; round <= rounds; round++) {
    onRound(`round ${round} of ${rounds}`);
    for (const program of PROGRAMS) {
      for (let i = 0; i < installed.length; i++) {
        const index = (i + round) % installed.length;
        const reported = await run(node, installed[index]!, program);
        if (round > 0) measured[index]![program.id].push(reported);
      }
    }
  }
  const bare = (id: Program['id']): number => {
    return summary(measured.flatMap((one) => one[id].map(({ milliseconds }) => milliseconds))).median;
  };
  const base = { bare: bare('bare'), 'bare-module': bare('bare-module') };
  return { node: version, subjects: installed.map((one, i) => figuresOf(one, measured[i]!, base)) };
}

function figuresOf(
  { subject, packages, bytes }: InstalledSubject,
  measured: Measured,
  base: Readonly<Record<NonNullable<Program['over']>, number>>,
): StartFigures {
  const over = (id: Program['id']): Summary => {
    const bare = base[PROGRAMS.find((program) => program.id === id)!.over!];
    return summary(measured[id].map(({ milliseconds }) => milliseconds - bare));
  };
  return {
    id: subject.id,
    name: subject.name,
    require: over('require'),
    import: over('import'),
    api: over('api'),
    large: over('large'),
    modules: measured.api[0]!.modules!,
    heapUsed: summary(measured.api.map(({ heapUsed }) => heapUsed!)).median,
    packages,
    bytes,
  };
}

async function run(node: string, { folder, subject }: InstalledSubject, program: Program): Promise<Reported> {
  const file = `${program.id}.${program.extension}`;
  const child = spawn(node, ['--expose-gc', file], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  try {
    if (program.path) await sendRequest(Number((await lines.next()).value), program.path);
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`${subject.name} printed nothing.`);
    return JSON.parse(value);
  } finally {
    child.kill();
  }
}

function sendRequest(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk));
      response.on('end', () =>
        body === EXPECTED_BODY ? resolve() : reject(new Error(`${path} has the body ${body}`)),
      );
    });
    request.on('error', reject);
  });
}
