import assert from 'node:assert/strict';
import { Client } from '../../ecosystem/harness/client.js';
import { Project } from './project.js';
import { freePort, Server } from './server.js';

/** What maglev/register logs for every Express that it replaces, with MAGLEV_DEBUG. */
const REDIRECTED = /^maglev: (require|import) of express gets /m;

/**
 * Runs an application in each mode and compares its responses with those on Express. It runs on Express twice: values that
 * differ there vary, and the application has to list them.
 */
export async function compareWays(application, home, tarball, report) {
  const { name, dependencies, skip = () => false } = application;
  const title = Object.entries(dependencies)[0].join(' ');
  const reason = skip();
  if (reason) {
    report(`${name}: ${reason}`);
    return { title, reason };
  }
  report(`${name}: installing ...`);
  const row = { title, express: '', compared: 0, ways: {} };
  let project;
  try {
    project = new Project(application, home, tarball);
  } catch (error) {
    report(`${name}: ${error.message}`);
    return row;
  }
  row.express = project.express.join(', ');
  // The same for all modes, because it is part of URLs, and of entity tags of pages that contain them.
  const port = await freePort();
  let first;
  for (const [way, prepare] of Object.entries(WAYS)) {
    report(`${name}: ${way} ...`);
    try {
      const { env, verify = () => {} } = prepare(project);
      const { seen, printed } = await run(application, project, port, env);
      verify(printed);
      if (first === undefined) report(`${name}: ${statusesOf(seen)}`);
      first ??= seen;
      assertSame(first, seen);
      row.ways[way] = 'same';
    } catch (error) {
      row.ways[way] = 'differs';
      report(`${name}: ${way}\n${error.message}\n${error.cause?.stack ?? ''}`);
      if (first === undefined) break;
    }
  }
  row.compared = first?.length ?? 0;
  project.remove();
  return row;
}

export const WAYS = {
  Express: () => ({}),
  'Express again': () => ({}),
  register: (project) => ({
    env: { NODE_OPTIONS: project.option, MAGLEV_DEBUG: '1' },
    verify: (printed) => assert.match(printed, REDIRECTED, 'Nothing was redirected.'),
  }),
  replacement: (project) => {
    // Fails if a package of the project would get anything but maglev.
    project.swap();
    return {};
  },
};

async function run(application, project, port, env) {
  const { prepare = () => ({}), sendRequests, volatile } = application;
  const { folder } = project;
  project.reset();
  const { env: prepared, release } = await prepare({ folder });
  const server = new Server(application, folder, port, { ...prepared, ...env });
  const client = new Client(port, volatile);
  try {
    await server.listening();
    await sendRequests(client, { folder, port });
    return { seen: client.seen, printed: server.printed };
  } catch (cause) {
    throw new Error(`Failed after\n\n${client.seen.at(-1)}\n\nThe server printed\n\n${server.lastOutput}`, {
      cause,
    });
  } finally {
    client.close();
    await server.stop();
    await release?.();
  }
}

/** Counts the statuses, which shows whether the requests reach the application: many 404s mean that they do not. */
function statusesOf(seen) {
  const counts = new Map();
  for (const text of seen) {
    const [, status = 'other'] = /^[A-Z]+ .*\n(\d{3}) /.exec(text) ?? [];
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');
}

/** Shows the first response that differs in full, and the first lines of the others. */
function assertSame(express, other) {
  const differing = [...express.keys()].filter((i) => other[i] !== express[i]);
  const [first, ...more] = differing;
  if (first === undefined) return assert.equal(other.length, express.length);
  try {
    assert.equal(other[first], express[first]);
  } catch (error) {
    const names = more.map((i) => express[i].split('\n', 1)[0]);
    throw new Error([error.message, ...names.map((name) => `${name}: differs too`)].join('\n'));
  }
}
