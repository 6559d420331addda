import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from './client.js';
import { packages } from './folders.js';
import { versionOf } from './results.js';
import { Subject } from './subject.js';
import { FRAMEWORKS, LINES } from './subjects.js';

/** Milliseconds; enough for a busy machine. */
const HANGS = 30_000;

/** The names of the files in packages/. */
export const packageNames = readdirSync(packages).map((file) => file.replace(/\.js$/, ''));

/**
 * Declares the tests of the files in packages/ with these names. A file exports
 * - `program({ require, load, line })`: an object with `listen`, which uses `require('express')`, or `await load(name)` for a
 *   package that has to be imported;
 * - `cases`: functions of a client, by title; they run on Express and on maglev, one after the other;
 * - `lines`, if it does not support all major versions;
 * - `volatile`: expressions for values that may differ between the two;
 * - `isolated`: true if the program changes process-wide state;
 * - `packageName`, if that is not the name of the file; null if other files test its packages.
 * Returns the tested packages, with their versions by major version of Express.
 */
export async function declareSuites(names) {
  const suites = await Promise.all(names.map(load));
  for (const line of LINES) {
    const those = suites.filter(({ lines = LINES }) => lines.includes(line));
    describe(`${line}.x`, () => declareLine(line, those));
  }
  return suites.flatMap(({ name, packageName = name, lines = LINES }) =>
    packageName === null
      ? []
      : {
          name: packageName,
          versions: Object.fromEntries(lines.map((line) => [line, versionOf(packageName, line)])),
        },
  );
}

async function load(name) {
  return { name, ...(await import(pathToFileURL(join(packages, `${name}.js`)))) };
}

function declareLine(line, suites) {
  let shared;
  before(() => {
    shared = subjectsOf(line);
  });
  after(() => stop(shared));
  it('has the expected name and major', async () => {
    const packages = await Promise.all(shared.map((subject) => subject.package));
    assert.deepEqual(
      packages,
      FRAMEWORKS.map((name) => ({ name, major: line })),
    );
  });
  for (const suite of suites) describe(suite.name, () => declareSuite(line, suite, () => shared));
}

function declareSuite(line, { name, cases, volatile, isolated = false }, shared) {
  let subjects;
  let ports;
  before(async () => {
    subjects = isolated ? subjectsOf(line) : shared();
    ports = await Promise.all(subjects.map((subject) => subject.start(name)));
  });
  after(() => {
    if (isolated) stop(subjects);
  });
  for (const [title, run] of Object.entries(cases)) {
    it(title, async () => {
      const seen = [];
      for (const [i, subject] of subjects.entries()) {
        seen.push(await seenBy(new Client(ports[i], volatile), run, line, subject));
      }
      assertSame(...seen);
    });
  }
}

async function seenBy(client, run, line, subject) {
  const limit = timeout(HANGS);
  try {
    await Promise.race([subject.ended, limit.passed, run(client, { line })]);
    return client.seen;
  } catch (cause) {
    throw new Error(`On ${subject.name}, after\n\n${client.seen.at(-1)}`, { cause });
  } finally {
    limit.clear();
    client.close();
  }
}

function timeout(time) {
  let timer;
  const passed = new Promise((_, reject) => {
    timer = setTimeout(reject, time, new Error('The case did not end in time.'));
  });
  return { passed, clear: () => clearTimeout(timer) };
}

/** Compares one by one, so that a failure shows only the responses that differ. */
function assertSame(express, maglev) {
  for (const [i, text] of express.entries()) assert.equal(maglev[i], text);
  assert.equal(maglev.length, express.length);
}

const subjectsOf = (line) => FRAMEWORKS.map((framework) => new Subject(framework, line));

function stop(subjects) {
  for (const subject of subjects) subject.stop();
}
