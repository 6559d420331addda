import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { digestOf } from '../../../src/cli/swap/digest.js';
import { SwapRecord } from '../../../src/cli/swap/record.js';
import { assertNotAhead, assertRecorded, lostOf, namingsIn } from '../../../src/cli/swap/whole.js';

const TARBALL = 'maglev-swap/express-4.22.3-maglev-5.0.0.tgz';
const MANIFEST = JSON.stringify({ dependencies: { express: `file:${TARBALL}` } }, null, 2);
const CHANGES = [{ path: ['dependencies', 'express'], before: '^4.18.0', after: `file:${TARBALL}` }];

describe('a swapped project', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-whole-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const recorded = (more: object = {}) => {
    const content = { maglev: '5.0.0', standIns: [TARBALL], hasLegacyPeers: false, files: {}, changes: {} };
    put('maglev-swap/swap.json', JSON.stringify({ ...content, ...more }));
    return SwapRecord.read(folder);
  };
  const named = () => namingsIn(folder, ['package.json', 'inner/package.json', 'pnpm-workspace.yaml']);
  const project = () => ({ name: 'npm' as const, folder });

  it('names its replacements in manifests and settings', () => {
    put('package.json', MANIFEST);
    put('inner/package.json', `"express":"file:../${TARBALL}","own":"file:lib/${TARBALL}"`);
    put('pnpm-workspace.yaml', `overrides:\n  express: file:${TARBALL}\n`);
    const places = [
      'line 3 of package.json',
      'line 1 of inner/package.json',
      'line 2 of pnpm-workspace.yaml',
    ];
    assert.deepEqual(
      named(),
      places.map((place) => ({ place, path: TARBALL })),
    );
  });

  it('without its record is rejected, with the lines to change', () => {
    put('package.json', MANIFEST);
    const rejected = /swap\.json is missing, but line 3 of package\.json names.*run "npm install"/;
    assert.throws(() => assertRecorded(project(), null, named()), rejected);
    assertRecorded(project(), recorded(), named());
    put('package.json', '{}');
    assertRecorded(project(), null, named());
  });

  it('whose packages alone are those of a swap is rejected', () => {
    put('package.json', '{}');
    const check = () => assertNotAhead(project(), null, named());
    check();
    put('node_modules/.package-lock.json', `"resolved": "file:${TARBALL}"`);
    assert.throws(check, /but package\.json does not name maglev.*Run "npm install"/);
    put('package.json', MANIFEST);
    check();
  });

  it('of which one package.json is that of before is rejected', () => {
    put('package.json', MANIFEST);
    put('inner/package.json', '{ "dependencies": { "express": "^4.18.0" } }');
    const record = recorded({ changes: { 'inner/package.json': CHANGES, 'package.json': CHANGES } });
    assert.throws(() => assertNotAhead(project(), record, named()), /inner\/package\.json does not name/);
    put('inner/package.json', '{}');
    assertNotAhead(project(), record, named());
  });

  it('loses tarballs that are missing or have changed', () => {
    put('package.json', MANIFEST);
    const lost = (digests?: object) => lostOf(folder, recorded({ digests }), named());
    assert.deepEqual(lost(), [TARBALL]);
    assert.deepEqual(lostOf(folder, null, named()), [TARBALL]);
    put(TARBALL, 'tarball');
    assert.deepEqual(lost(), []);
    assert.deepEqual(lost({ [TARBALL]: digestOf(Buffer.from('tarball')) }), []);
    assert.deepEqual(lost({ [TARBALL]: digestOf(Buffer.from('another')) }), [TARBALL]);
  });
});
