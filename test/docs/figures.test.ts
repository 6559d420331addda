import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { withFigures } from '../../.build/docs/figures.js';
import { type GrowthFigures, type HttpFigures, publish, readFigures } from '../../.build/docs/published.js';
import { growth, http, several } from '../bench/reports.js';

describe('npm run docs:figures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-figures-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const takeInto = (name: string, report: object): any => {
    const results = mkdtempSync(join(folder, 'results-'));
    writeFileSync(join(results, `${name}.json`), JSON.stringify(report));
    assert.deepEqual(publish(results, join(folder, 'published')), [name]);
    return readFigures(name, join(folder, 'published'));
  };
  const take = (report: object): HttpFigures['runs'] => takeInto('http', report).runs;

  it('takes the runs of several versions of Node, with their command and machine', () => {
    const runs = take({ ...several, command: 'npm run bench -- --quick' });
    assert.deepEqual(
      runs.map(({ node, command }) => [node, command]),
      ['v20.1.0', 'v24.2.0', 'v26.3.0'].map((node) => [node, 'npm run bench -- --quick']),
    );
    const { date, source, processor, rounds, processes, results } = runs[0]!;
    assert.deepEqual([date, source, processor], ['2026-01-01', 'commit abc', 'a <fast> one']);
    assert.deepEqual([rounds, processes], [3, 1]);
    // Only what is shown is kept, not the time of each round. The bare server is the 100 % of which the others are shares.
    assert.deepEqual(
      results[0]!.subjects.map(({ id, ...rest }) => [id, Object.keys(rest).sort()]),
      ['maglev', 'express', 'koa'].map((id) => [id, ['name', 'share']]),
    );
  });

  it('replaces the run of the same major, and keeps the others', () => {
    const runs = take({ ...http, command: 'npm run bench' });
    assert.deepEqual(
      runs.map(({ node }) => node),
      ['v20.1.0', 'v24.2.0', 'v26.0.0'],
    );
  });

  it('takes the versions of packages and applications that passed', () => {
    const about = { date: '2026-01-01', source: 'commit abc', node: 'v26.0.0' };
    const packages = [{ name: 'cors', versions: { 5: '2.8.6', 4: '2.8.6' } }];
    const ecosystem = { ...about, packages, agents: [] };
    assert.deepEqual(takeInto('ecosystem', ecosystem), ecosystem);
    const world = { ...about, applications: [{ title: 'node-red 4.1.8', express: '4.22.1', compared: 30 }] };
    assert.deepEqual(takeInto('world', world), world);
  });

  it('takes growth figures if all of them were measured', () => {
    const ids = ['routes', 'middlewares', 'depth', 'body', 'connections', 'memory'];
    const complete = { ...growth, plots: ['compile-time', ...ids].map((id) => ({ ...growth.plots[0], id })) };
    const { plots, ...about }: GrowthFigures = takeInto('growth', complete);
    assert.deepEqual(
      [about.node, about.source, about.rounds],
      [growth.node, growth.source, growth.settings.rounds],
    );
    assert.deepEqual(
      plots.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(Object.keys(plots[0]!.series[0]!.points[0]!), ['x', 'median', 'low', 'high']);

    const results = mkdtempSync(join(folder, 'results-'));
    writeFileSync(join(results, 'growth.json'), JSON.stringify(growth));
    assert.deepEqual(publish(results, join(folder, 'published')), []);
    assert.equal(readFigures<GrowthFigures>('growth', join(folder, 'published'))!.plots.length, ids.length);
  });

  it('takes nothing if nothing was measured', () => {
    assert.deepEqual(publish(join(folder, 'nothing'), folder), []);
  });
});

describe('figures on a page', () => {
  it('replace the text between two comments', () => {
    const text = 'Before\n<!-- figures: front -->\nold\n<!-- end of figures -->\nAfter\n';
    const written = withFigures('page.md', text);
    assert.match(
      written,
      /^Before\n<!-- figures: front -->\nOn Node [\s\S]*\n<!-- end of figures -->\nAfter\n$/,
    );
    assert.doesNotMatch(written, /old/);
  });

  it('are rejected if their name is unknown', () => {
    assert.throws(
      () => withFigures('page.md', '<!-- figures: unknown -->\n<!-- end of figures -->\n'),
      /page\.md requests the figures "unknown"; there are agents, applications, front, growth, http, /,
    );
  });
});
