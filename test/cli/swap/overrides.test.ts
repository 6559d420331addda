import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ManagerName } from '../../../src/cli/swap/locks.js';
import { ineffective, overridesOf } from '../../../src/cli/swap/overrides.js';

const CONTAINED = new Set(['qs', 'body-parser']);
const lost = (manager: ManagerName, manifest: object, settings?: string) => {
  const texts = new Map([
    ['package.json', JSON.stringify(manifest)],
    ['pnpm-workspace.yaml', settings],
  ]);
  const found = ineffective(overridesOf(manager, texts), new Set(['uses']), CONTAINED);
  return found.map(({ where, spec }) => `${where} ${spec}`);
};

describe('overrides that have no effect on maglev', () => {
  it('are found for npm, also nested', () => {
    const overrides = {
      qs: '6.9.0',
      cookie: '0.5.0',
      express: { '.': '4.18.2', 'body-parser@1': { qs: '6.1.0', bytes: '3' }, cookie: '0.5.0' },
      'uses@1': { express: { qs: { '.': '6.2.0' } }, qs: '6.3.0' },
      other: { qs: '6.4.0' },
    };
    assert.deepEqual(lost('npm', { overrides, resolutions: { qs: '1' } }), [
      'overrides.qs 6.9.0',
      'overrides.express.body-parser@1.qs 6.1.0',
      'overrides.express.body-parser@1.bytes 3',
      'overrides.uses@1.express.qs.. 6.2.0',
      'overrides.uses@1.qs 6.3.0',
    ]);
  });

  it('are found for pnpm, in package.json and in its settings', () => {
    const overrides = {
      'express>qs': '6.9.0',
      'express@4>qs@>=6': '6.1.0',
      'other>qs': '6.2.0',
      'cookie@<1': '1',
    };
    const settings =
      'packages:\n  - a\noverrides:\n  "express>body-parser": 1.20.0\n  qs@6: \'6.3.0\'\n  send: 1\nb: c\n';
    assert.deepEqual(lost('pnpm', { pnpm: { overrides } }, settings), [
      'pnpm.overrides.express>qs 6.9.0',
      'pnpm.overrides.express@4>qs@>=6 6.1.0',
      'overrides in pnpm-workspace.yaml: express>body-parser 1.20.0',
      'overrides in pnpm-workspace.yaml: qs@6 6.3.0',
    ]);
  });

  it('are found for pnpm in settings of any style', () => {
    const settings =
      '"overrides": # ours\r\n# one\r\n    "express>body-parser": 1.20.0 # two\r\n# three\r\n    qs@6: \'6.3.0\'\r\nb: c\r\n';
    assert.deepEqual(lost('pnpm', {}, settings), [
      'overrides in pnpm-workspace.yaml: express>body-parser 1.20.0',
      'overrides in pnpm-workspace.yaml: qs@6 6.3.0',
    ]);
  });

  it('are found for yarn', () => {
    const resolutions = {
      '**/express/**/qs': '6.9.0',
      'express/body-parser': '1.20.0',
      '**/qs': '6.1.0',
      'qs@npm:^6.0.0': '6.2.0',
      '@scope/other/qs': '6.3.0',
      '@scope/qs': '1',
      'express/cookie': '0.5.0',
    };
    assert.deepEqual(lost('yarn', { resolutions, overrides: { qs: '1' } }), [
      'resolutions.**/express/**/qs 6.9.0',
      'resolutions.express/body-parser 1.20.0',
      'resolutions.**/qs 6.1.0',
      'resolutions.qs@npm:^6.0.0 6.2.0',
    ]);
  });

  it('are none in a project without them', () => {
    for (const manager of ['npm', 'pnpm', 'yarn'] as const) assert.deepEqual(lost(manager, {}), []);
  });
});
