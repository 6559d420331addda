/** Attacks both servers on many concurrent connections, and collects the findings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from '../support/child.js';
import { SIDES, type SideName } from '../support/frameworks.js';
import { below, chance, type Random, randomOf } from '../support/random.js';
import { FILES } from './application.js';
import { attackBytes } from './attacks.js';
import { type Case, type Outcome, runCase } from './connection.js';
import { attackHttp2 } from './http2.js';
import { differenceOf, faultOf } from './judge.js';
import { validRequest } from './requests.js';
import type { Ports } from './server.js';

export interface Settings {
  readonly line: number;
  readonly seed: number;
  readonly requests: number;
  /** The share of connections that are also made to Express. */
  readonly compared: number;
  readonly connections: number;
}

export interface Finding {
  readonly what: string;
  readonly case: Case;
  readonly maglev: Outcome;
  readonly express?: Outcome | undefined;
}

export interface Report {
  requests: number;
  connections: number;
  compared: number;
  /** Differences that did not recur when the connection was repeated. */
  unsteady: number;
  findings: Finding[];
  failures: string[];
  /** HTTP/2 connections. */
  http2: number;
  seconds: number;
}

/** The maximum of valid requests on a connection. */
const VALID = 24;
/** How often a difference has to recur to count. */
const TRIES = 3;
/** Stops after this many findings; more would only repeat the first ones. */
const MANY = 20;

/** The share of HTTP/2 connections, which Express does not support. */
const HTTP2 = 0.05;

export async function fuzz(
  settings: Settings,
  progress: (report: Report) => void = () => {},
): Promise<Report> {
  const folder = filesToServe();
  const children = SIDES.map((side) => startSide(side, settings.line, folder));
  const [express, maglev] = children as [Child, Child];
  const report: Report = {
    requests: 0,
    connections: 0,
    compared: 0,
    unsteady: 0,
    findings: [],
    failures: [],
    http2: 0,
    seconds: 0,
  };
  const started = performance.now();
  try {
    const ports = (await Promise.all(children.map((child) => child.call('ports')))) as [Ports, Ports];
    const random = randomOf(settings.seed);
    const next = caseMaker(random, settings);
    const died = Promise.race(children.map((child) => child.nextMessage('death')));
    const work = async (): Promise<void> => {
      while (report.requests < settings.requests && report.findings.length < MANY) {
        if (chance(random, HTTP2)) await attackByHttp2(random, ports[1].http2, report);
        else await attack(next(), ports, report);
        if (report.connections % 500 === 0) progress(report);
      }
    };
    await Promise.race([died, Promise.all(Array.from({ length: settings.connections }, work))]);
    report.failures.push(...(await maglev.call('failures')));
  } catch (error: any) {
    report.failures.push(error.message);
  } finally {
    await Promise.all([express.stop(), maglev.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
  report.seconds = (performance.now() - started) / 1000;
  return report;
}

interface Attack {
  readonly own: Case;
  readonly isCompared: boolean;
}

function caseMaker(random: Random, { compared }: Settings): () => Attack {
  let id = 1;
  return () => {
    const first = id;
    const valid = Array.from({ length: below(random, VALID) }, (_, index) =>
      validRequest(random, first + index),
    );
    id += valid.length + 2;
    const own: Case = {
      first,
      isSecure: chance(random, 0.1),
      valid,
      attack: attackBytes(random, first + valid.length),
      writes: chance(random, 0.2) ? 1 + below(random, 4) : 1,
      leaves: chance(random, 0.03),
    };
    return { own, isCompared: chance(random, compared) };
  };
}

async function attack({ own, isCompared }: Attack, ports: [Ports, Ports], report: Report): Promise<void> {
  report.requests += own.valid.length + 2;
  report.connections++;
  if (isCompared) report.compared++;
  for (let attempt = 1; ; attempt++) {
    // The timeouts of the hasty servers depend on how busy the machine is, so their outcome is only a first hint.
    const servers = attempt === 1 ? 'hasty' : 'patient';
    const [express, maglev] = await Promise.all([
      isCompared ? runCase(ports[0][servers][Number(own.isSecure)]!, own) : undefined,
      runCase(ports[1][servers][Number(own.isSecure)]!, own),
    ]);
    const fault = faultOf(own, maglev);
    const what = fault ?? (express && differenceOf(own, maglev, express));
    if (what === undefined) {
      if (attempt > 1) report.unsteady++;
      return;
    }
    // Differences in what Node sends before it refuses bytes do not recur every time. A mixed-up response may occur once.
    if (attempt === TRIES || what.includes('another')) {
      report.findings.push({ what, case: own, maglev, express });
      return;
    }
  }
}

async function attackByHttp2(random: Random, port: number, report: Report): Promise<void> {
  const count = 1 + below(random, VALID);
  // A separate range of ids, because the number of other requests is not known in advance.
  const first = HTTP2_IDS + report.requests;
  report.requests += count + 1;
  report.connections++;
  report.http2++;
  const what = await attackHttp2(port, random, first, count);
  if (what !== undefined) report.failures.push(what);
}

const HTTP2_IDS = 500_000_000;

function startSide(side: SideName, line: number, folder: string): Child {
  return new Child(new URL('server.ts', import.meta.url), [side, String(line), folder], {
    env: { NODE_ENV: 'production', NO_DEPRECATION: '*', NODE_NO_WARNINGS: '1' },
  });
}

function filesToServe(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'maglev-fuzz-'));
  for (const [name, size] of Object.entries(FILES)) writeFileSync(path.join(folder, name), 'f'.repeat(size));
  return folder;
}
