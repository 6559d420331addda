import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { withLines } from '../../../src/cli/swap/lines.js';
import type { ManagerName } from '../../../src/cli/swap/locks.js';
import type { User } from '../../../src/cli/swap/survey.js';

const folder = mkdtempSync(join(tmpdir(), 'maglev-lines-'));
after(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

const user = (range: string, kind: User['kind'] = 'package', maglev: string | undefined = '5.0.0'): User => ({
  name: 'uses',
  version: '1.0.0',
  path: 'node_modules/uses',
  range,
  kind,
  express: { version: '4.22.3', maglev, path: 'node_modules/express' },
});

/** The major that a user of maglev 4 is to have instead. */
function lineOf(
  one: User,
  name: ManagerName = 'pnpm',
  original?: Record<string, string>,
): string | undefined {
  const record = original && { textBefore: (file: string) => original[file] };
  return withLines({ name, folder }, record ?? null, { users: [one], leftAlone: [] }).users[0]!.line;
}

describe('a package that an earlier swap gave maglev 4', () => {
  it('keeps it if its range accepts that major, or may do so', () => {
    for (const range of [
      '^4.0.0',
      '4.18.2',
      '>=4',
      '*',
      '',
      'latest',
      'file:./maglev-swap/x.tgz',
      'catalog:',
    ]) {
      assert.equal(lineOf(user(range)), undefined, range);
    }
  });

  it('is to have the highest major that its range accepts', () => {
    for (const kind of ['project', 'workspace', 'package'] as const) {
      for (const manager of ['pnpm', 'yarn'] as const)
        assert.equal(lineOf(user('^5.0.0', kind), manager), '5');
    }
    assert.equal(lineOf(user('3 || 5')), '5');
    assert.equal(lineOf(user('3.x')), '3');
  });

  it('with npm only if it is not a workspace, which npm may nest below another Express', () => {
    assert.equal(lineOf(user('^5.0.0'), 'npm'), '5');
    assert.equal(lineOf(user('^5.0.0', 'workspace'), 'npm'), undefined);
  });

  it('keeps it as a peer, or if it has an Express of its own', () => {
    assert.equal(lineOf({ ...user('^5.0.0'), isPeer: true }), undefined);
    assert.equal(
      lineOf({ ...user('^5.0.0'), express: { ...user('*').express, maglev: undefined } }),
      undefined,
    );
  });

  it('is to have the major of its catalog', () => {
    write('pnpm-workspace.yaml', [
      'packages: [a]',
      'catalog:',
      '  cookie: ^1.0.0',
      "  'express': ^5.0.0 # ours",
      'catalogs:',
      '  four:',
      '    express: "^4.0.0"',
      '  five:',
      '    cookie: ^1.0.0',
      '    express: ~5.1.0',
    ]);
    assert.equal(lineOf(user('catalog:', 'workspace')), '5');
    assert.equal(lineOf(user('catalog:default', 'workspace')), '5');
    assert.equal(lineOf(user('catalog:four', 'workspace')), undefined);
    assert.equal(lineOf(user('catalog:five', 'workspace')), '5');
    assert.equal(lineOf(user('catalog:', 'workspace'), 'yarn'), undefined);
    write('.yarnrc.yml', ['catalogs:', '  default:', '    express: ^3.0.0']);
    assert.equal(lineOf(user('catalog:', 'workspace'), 'yarn'), '3');
  });

  it('keeps it if the project had chosen that major for it', () => {
    const original = (pnpm: object) => ({ 'package.json': JSON.stringify({ pnpm }) });
    assert.equal(lineOf(user('^5.0.0'), 'pnpm', original({ overrides: { express: '4.18.2' } })), undefined);
    assert.equal(lineOf(user('^5.0.0'), 'pnpm', original({ overrides: { 'uses>express': '4' } })), undefined);
    assert.equal(lineOf(user('^5.0.0'), 'pnpm', original({ overrides: { 'other>express': '4' } })), '5');
  });

  it('keeps it if settings may have changed its range', () => {
    write('pnpm-workspace.yaml', [
      'packageExtensions:',
      '  uses:',
      '    dependencies:',
      '      express: ^4.0.0',
    ]);
    assert.equal(lineOf(user('^5.0.0')), undefined);
    assert.equal(lineOf(user('^5.0.0', 'workspace')), '5');
    rmSync(join(folder, 'pnpm-workspace.yaml'));
    write('.pnpmfile.cjs', ['manifest.dependencies.express = "4"']);
    assert.equal(lineOf(user('^5.0.0')), undefined);
  });

  it('is reported if its range accepts no major that maglev supports', () => {
    assert.throws(
      () => lineOf(user('^6.0.0')),
      /^Error: uses depends on express \^6\.0\.0, of which maglev supports no major, but has maglev for Express 4\.22\.3\. Nothing was changed: run "maglev swap --undo"/,
    );
  });
});

function write(file: string, lines: readonly string[]): void {
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
}
