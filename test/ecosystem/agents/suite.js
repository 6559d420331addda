import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { versionOf } from '../harness/results.js';
import { folderOf, LINES, REGISTERED } from '../harness/subjects.js';
import { observe } from './observe.js';
import { requestsFor, titleOf } from './requests.js';

const definitions = new URL('definitions/', import.meta.url);

/** How an application on Express gets maglev. */
const WAYS = {
  'replacing Express': { framework: 'maglev' },
  'by maglev/register': { framework: REGISTERED, flags: ['--import', 'maglev/register'] },
};

/** The names of the agents. */
export const agents = readdirSync(fileURLToPath(definitions)).map((file) => file.replace(/\.js$/, ''));

/**
 * Declares the tests of these agents. A file of definitions/ exports
 * - `name`: of the file in inside/ that the observed process loads, for setup in that process;
 * - `flags`: for node, by module system, as in the manual of the agent;
 * - `env(port, tls)`: variables that make it send its data to that port of this machine;
 * - `read(messages)`: a map from traces to the data about them in the messages, without values that differ each time, and
 *   from 'process' to the data about the process;
 * - `respond(message)`, if it needs responses, and `tls()`, if it requires TLS;
 * - `packageName`, if that is not `name`.
 * Returns their packages, with their versions by major version of Express.
 */
export async function declareAgents(names) {
  const wanted = await Promise.all(names.map((name) => import(new URL(`${name}.js`, definitions))));
  for (const agent of wanted) {
    for (const line of LINES) {
      for (const system of Object.keys(agent.flags)) {
        describe(`${agent.name}, on ${line}.x by ${system}`, () => declareComparison(agent, line, system));
      }
    }
  }
  return wanted.map(({ name, packageName = name }) => ({
    name: packageName,
    versions: Object.fromEntries(LINES.map((line) => [line, versionOf(packageName, line)])),
  }));
}

function declareComparison(agent, line, system) {
  const run = ({ framework, flags }) =>
    observe(agent, { folder: folderOf(framework, line), line, system, flags });
  let express;
  before(async () => {
    express = await run({ framework: 'express' });
  });

  it('reports routes and errors on Express', () => {
    const text = JSON.stringify(express);
    assert.match(text, /\/api\/users\/:user\/posts\/:post\/broken/);
    assert.match(text, /broken/);
  });

  for (const [way, subject] of Object.entries(WAYS)) {
    describe(way, () => {
      let maglev;
      before(async () => {
        maglev = await run(subject);
      });
      for (const title of [...requestsFor(line).map(titleOf), 'the process']) {
        it(title, () => assert.deepEqual(maglev[title], express[title]));
      }
    });
  }
}
