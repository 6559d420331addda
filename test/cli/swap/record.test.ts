import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { SwapRecord } from '../../../src/cli/swap/record.js';
import { Transaction } from '../../../src/cli/swap/transaction.js';

const RECORD = 'maglev-swap/swap.json';
const VALID = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false, files: {}, changes: {} };
const DIGEST = '0'.repeat(64);
const CHANGED = { after: 'x', before: DIGEST };

describe('the record of a swap', () => {
  let home: string;
  let folder: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'maglev-record-'));
    folder = join(home, 'project');
    mkdirSync(join(folder, 'maglev-swap/before'), { recursive: true });
    mkdirSync(join(home, 'outside'));
    writeFileSync(join(home, 'outside/package.json'), '{}');
    symlinkSync('../outside', join(folder, 'linked'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const put = (content: unknown) => writeFileSync(join(folder, RECORD), JSON.stringify(content));

  it('reads what was written', () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    const before = new Map([['package.json', '{}']]);
    const transaction = Transaction.begin(folder, 'swap', ['package.json'], ['maglev-swap']);
    transaction.write('package.json', '{ "overrides": {} }');
    SwapRecord.write(transaction, folder, { maglev: '5.0.0', standIns: [], hasLegacyPeers: true }, before);
    transaction.commit();
    const record = SwapRecord.read(folder);
    assert.deepEqual(record?.files, ['package.json']);
    assert.equal(record.hasLegacyPeers, true);
    assert.equal(record.textBefore('package.json'), '{}');
  });

  it('restores the exact Express of a lockfile, also if it has changed since', () => {
    const locked = (packages: object) => `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`;
    const before = locked({
      'node_modules/express': { version: '4.18.1' },
      'node_modules/express/node_modules/qs': { version: '6.1.0' },
    });
    const replaced = { version: '4.22.3', resolved: 'file:maglev-swap/express-4.22.3-maglev-5.0.0.tgz' };
    const swapped = {
      'node_modules/express': replaced,
      'node_modules/express/node_modules/qs': { version: '6.2.0' },
    };
    const file = 'package-lock.json';
    writeFileSync(join(folder, file), before);
    const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
    transaction.write(file, locked(swapped));
    const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
    const record = SwapRecord.write(transaction, folder, described, new Map([[file, before]]));
    transaction.commit();
    assert.equal(record.textBefore(file), before);
    writeFileSync(join(folder, file), locked({ ...swapped, 'node_modules/lodash': { version: '4.18.1' } }));
    assert.deepEqual(JSON.parse(record.textBefore(file)!).packages, {
      'node_modules/lodash': { version: '4.18.1' },
      'node_modules/express': { version: '4.18.1' },
      'node_modules/express/node_modules/qs': { version: '6.1.0' },
    });
    // npm completes the original.
    writeFileSync(join(folder, file), JSON.stringify({ lockfileVersion: 1, dependencies: {} }));
    assert.equal(record.textBefore(file), before);
  });

  it('restores the exact original of a file whose line endings git has converted since', () => {
    const [file, before, after] = ['yarn.lock', '# original\n', '# swapped\n'];
    writeFileSync(join(folder, file), before);
    const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
    transaction.write(file, after);
    const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
    const record = SwapRecord.write(transaction, folder, described, new Map([[file, before]]));
    transaction.commit();
    writeFileSync(join(folder, file), after.replaceAll('\n', '\r\n'));
    assert.equal(record.isUntouched(file), true);
    assert.equal(record.textBefore(file), before);
  });

  describe('with an npm lockfile that was changed since', () => {
    const file = 'package-lock.json';
    const tarball = 'file:maglev-swap/express-4.22.3-maglev-5.0.0.tgz';
    const locked = (packages: object) => `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`;
    const before = {
      '': { dependencies: { express: '^4.18.0' } },
      inner: { devDependencies: { express: '^4.0.0' } },
      'node_modules/body-parser': { version: '1.20.1' },
      'node_modules/debug': { version: '2.6.8' },
      'node_modules/debug/node_modules/ms': { version: '2.0.0' },
      'node_modules/express': { version: '4.18.2' },
      'node_modules/qs': { version: '6.11.0' },
    };
    const swapped = {
      '': { dependencies: { express: tarball } },
      inner: { devDependencies: { express: tarball.replace('file:', 'file:../') } },
      'node_modules/debug': { version: '2.6.9' },
      'node_modules/express': { version: '4.22.3', resolved: tarball },
      'node_modules/ms': { version: '2.0.0' },
      'node_modules/qs': { version: '6.13.0' },
    };
    let record: SwapRecord;
    beforeEach(() => {
      const manifests = [
        ['package.json', { name: 'app', ...before[''] }, { name: 'app', ...swapped[''] }],
        ['inner/package.json', { name: 'inner', ...before.inner }, { name: 'inner', ...swapped.inner }],
      ] as const;
      mkdirSync(join(folder, 'inner'));
      const files = new Map<string, string>(
        manifests.map(([path, original]) => [path, JSON.stringify(original)]),
      );
      files.set(file, locked(before));
      for (const [path, text] of files) writeFileSync(join(folder, path), text);
      const transaction = Transaction.begin(folder, 'swap', files.keys(), ['maglev-swap']);
      for (const [path, , now] of manifests) transaction.write(path, JSON.stringify(now));
      transaction.write(file, locked(swapped));
      const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
      record = SwapRecord.write(transaction, folder, described, files);
      transaction.commit();
    });
    const undone = (now: object) => {
      writeFileSync(join(folder, file), locked(now));
      return JSON.parse(record.textBefore(file)!).packages;
    };

    it('restores what the swap has changed, moved or removed', () => {
      const added = { 'node_modules/lodash': { version: '4.18.1' } };
      assert.deepEqual(undone({ ...swapped, ...added }), { ...before, ...added });
    });

    it('keeps what was changed again', () => {
      const changed = {
        'node_modules/body-parser': { version: '1.20.3' },
        'node_modules/ms': { version: '2.1.3' },
        'node_modules/qs': { version: '6.14.0' },
      };
      assert.deepEqual(undone({ ...swapped, ...changed }), { ...before, ...changed });
    });

    it('brings nothing back inside a package that was removed', () => {
      const { 'node_modules/debug': _, ...rest } = swapped;
      const { 'node_modules/debug': __, 'node_modules/debug/node_modules/ms': ___, ...expected } = before;
      assert.deepEqual(undone(rest), expected);
    });

    it('restores only Express if the record is of an earlier version', () => {
      const content = JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));
      delete content.files[file].packages;
      put(content);
      record = SwapRecord.read(folder)!;
      assert.deepEqual(undone({ ...swapped, 'node_modules/qs': { version: '6.14.0' } }), {
        '': before[''],
        inner: before.inner,
        'node_modules/debug': { version: '2.6.9' },
        'node_modules/express': { version: '4.18.2' },
        'node_modules/ms': { version: '2.0.0' },
        'node_modules/qs': { version: '6.14.0' },
      });
    });

    it('derives its original for another swap, but not that of a file without changes', () => {
      assert.equal(record.isDerived(file), false);
      undone({ ...swapped, 'node_modules/lodash': { version: '4.18.1' } });
      assert.equal(record.isDerived(file), true);
      assert.equal(record.isDerived('package.json'), false);
      const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
      const original = new Map([[file, record.textBefore(file)]]);
      transaction.write(file, locked(swapped));
      const described = { maglev: '5.0.1', standIns: [], hasLegacyPeers: false };
      SwapRecord.write(transaction, folder, described, original, new Set([file]));
      transaction.commit();
      assert.equal(SwapRecord.read(folder)!.isDerived(file), true);
    });
  });

  it('restores the overrides of pnpm-workspace.yaml, also if it has changed since', () => {
    const file = 'pnpm-workspace.yaml';
    const own =
      "packages:\n  - a\n\noverrides:\n  qs: 6.1.0\n  express: 4.18.1\n  'uses>express@4': 4.17.1\n";
    const swapped =
      'packages:\n  - a\n\noverrides:\n  qs: 6.1.0\n  "express": file:maglev-swap/express-4.22.3.tgz\n';
    for (const [before, expected] of [
      [own, own],
      ['packages:\n  - a\n', 'packages:\n  - a\n\noverrides:\n  qs: 6.1.0\n'],
      [undefined, 'packages:\n  - a\n\noverrides:\n  qs: 6.1.0\n'],
    ] as const) {
      if (before !== undefined) writeFileSync(join(folder, file), before);
      const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
      transaction.write(file, swapped);
      const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
      const record = SwapRecord.write(transaction, folder, described, new Map([[file, before]]));
      transaction.commit();
      assert.equal(record.textBefore(file), before);
      writeFileSync(join(folder, file), `${swapped}# changed\n`);
      assert.equal(record.textBefore(file), `${expected}# changed\n`);
    }
  });

  describe('with originals', () => {
    const file = 'package.json';
    const original = '{\n  "dependencies": { "express": "4" }\n}\n';
    let copy: string;
    beforeEach(() => {
      writeFileSync(join(folder, file), original);
      const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
      transaction.write(file, '{}');
      const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
      SwapRecord.write(transaction, folder, described, new Map([[file, original]]));
      transaction.commit();
      copy = join(folder, 'maglev-swap/before', readdirSync(join(folder, 'maglev-swap/before'))[0]!);
    });
    const record = () => SwapRecord.read(folder)!;

    it('gives them names that no package manager searches for', () => {
      const paths = readdirSync(join(folder, 'maglev-swap'), { recursive: true, encoding: 'utf8' });
      const names = paths.filter((path) => !['before', 'swap.json', '.gitattributes'].includes(path));
      assert.equal(names.length, 1);
      assert.match(names[0]!, /^before[/\\][0-9a-f]{64}$/);
    });

    it('keeps git from converting them, and removes everything that it has written', () => {
      assert.equal(readFileSync(join(folder, 'maglev-swap/.gitattributes'), 'utf8'), '* -text\n');
      const transaction = Transaction.begin(folder, 'undo', [file], ['maglev-swap']);
      record().remove(transaction);
      transaction.commit();
      assert.equal(existsSync(join(folder, 'maglev-swap')), false);
    });

    it('removes those that only an earlier record needs', () => {
      const transaction = Transaction.begin(folder, 'swap', [file], ['maglev-swap']);
      const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
      const earlier = record();
      const next = SwapRecord.write(transaction, folder, described, new Map([[file, '{ "name": "a" }']]));
      next.removeOriginalsOf(earlier, transaction);
      transaction.commit();
      assert.equal(existsSync(copy), false);
      assert.equal(record().textBefore(file), '{ "name": "a" }');
      record().assertOriginals();
    });

    it('rejects one that was changed or removed, before anything is', () => {
      record().assertOriginals();
      writeFileSync(copy, original.replace('4', '5'));
      const changed = /before\/[0-9a-f]+, the original of package\.json, was changed: restore it/;
      assert.throws(() => record().assertOriginals(), changed);
      assert.throws(() => record().textBefore(file), changed);
      rmSync(copy);
      assert.throws(
        () => record().assertOriginals(),
        /the original of package\.json, is missing: restore it/,
      );
    });

    it('accepts one whose line endings git has converted, and restores the original ones', () => {
      writeFileSync(copy, original.replaceAll('\n', '\r\n'));
      record().assertOriginals();
      assert.equal(record().textBefore(file), original);
    });
  });

  describe('of a project that was rearranged since', () => {
    const tarball = 'maglev-swap/express-4.22.3-maglev-5.0.0.tgz';
    const inner = { name: 'inner', dependencies: { express: '^4.18.0' } };
    beforeEach(() => {
      const files = ['package.json', 'inner/package.json'];
      const originals = [{ name: 'app', dependencies: { express: '^4.17.0' } }, inner];
      const swapped = [
        {
          name: 'app',
          dependencies: { express: `file:${tarball}` },
          overrides: { a: { express: `file:${tarball}` } },
        },
        { name: 'inner', dependencies: { express: `file:../${tarball}` } },
      ];
      mkdirSync(join(folder, 'inner'));
      const texts = originals.map((one) => JSON.stringify(one));
      for (const [i, file] of files.entries()) writeFileSync(join(folder, file), texts[i]!);
      const transaction = Transaction.begin(folder, 'swap', files, ['maglev-swap']);
      for (const [i, file] of files.entries()) transaction.write(file, JSON.stringify(swapped[i]));
      const described = { maglev: '5.0.0', standIns: [], hasLegacyPeers: false };
      SwapRecord.write(transaction, folder, described, new Map(files.map((file, i) => [file, texts[i]])));
      transaction.commit();
    });
    const without = (file: string, content: object) => {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), JSON.stringify(content));
      return JSON.parse(SwapRecord.read(folder)!.textBefore(file)!);
    };

    it('finds a dependency that was moved to another section', () => {
      const devDependencies = { qs: '6', express: `file:${tarball}` };
      const overrides = { b: { express: `file:${tarball}` } };
      assert.deepEqual(without('package.json', { name: 'app', devDependencies, overrides }), {
        name: 'app',
        devDependencies: { qs: '6', express: '^4.17.0' },
      });
    });

    it('finds a workspace that was moved', () => {
      rmSync(join(folder, 'inner'), { recursive: true });
      const dependencies = { express: `file:../../${tarball}`, qs: '6' };
      const moved = without('packages/other/package.json', { ...inner, dependencies });
      assert.deepEqual(moved, { ...inner, dependencies: { express: '^4.18.0', qs: '6' } });
    });

    it('says what to change in a package.json that it does not know', () => {
      const dependencies = { express: `file:../${tarball}` };
      assert.throws(
        () => without('new/package.json', { name: 'new', dependencies }),
        /new\/package\.json has "file:.*" as dependencies\.express: write the version of Express there/,
      );
    });

    it('removes replacements from a lockfile that was created since, and keeps the rest', () => {
      const packages = {
        'node_modules/express': { version: '4.22.3', resolved: `file:${tarball}` },
        'node_modules/qs': { version: '6.1.0' },
      };
      assert.deepEqual(without('package-lock.json', { lockfileVersion: 3, packages }).packages, {
        'node_modules/qs': { version: '6.1.0' },
      });
    });

    it('changes no other files', () => {
      const content = { name: 'other', dependencies: { express: '4' }, overrides: {} };
      assert.deepEqual(without('other/package.json', content), content);
    });
  });

  it('is not current if another swap has written it since', () => {
    put(VALID);
    const record = SwapRecord.read(folder)!;
    assert.equal(record.isCurrent(), true);
    put({ ...VALID, maglev: '5.0.1' });
    assert.equal(record.isCurrent(), false);
  });

  it('is null if there is none', () => assert.equal(SwapRecord.read(folder), null));

  const REFUSED: readonly [title: string, part: object, message: RegExp][] = [
    [
      'a replacement outside',
      { standIns: ['../outside/victim/id_rsa'] },
      /names "\.\.\/outside\/victim\/id_rsa", which is not a plain path below the project/,
    ],
    ['a replacement of another name', { standIns: ['src/index.js'] }, /"src\/index\.js" is not a tarball/],
    ['a replacement that is no text', { standIns: [7] }, /names 7, which is not a path/],
    ['a file outside', { files: { '../outside/package.json': CHANGED } }, /not a plain path/],
    ['an absolute file', { files: { '/etc/passwd': CHANGED } }, /not a plain path/],
    ['a drive', { files: { 'C:/package.json': CHANGED } }, /not a plain path/],
    ['a file behind a link', { files: { 'linked/package.json': CHANGED } }, /leads out of the project/],
    ['a source file', { files: { 'index.js': CHANGED } }, /"index\.js" is not a file that it changes/],
    [
      'a file of a package',
      { files: { 'node_modules/a/package.json': CHANGED } },
      /is not a file that it changes/,
    ],
    [
      'an original of another name',
      { files: { 'yarn.lock': { after: 'x', before: '../a' } } },
      /not described/,
    ],
    ['a file without its digest', { files: { 'package.json': { before: DIGEST } } }, /is not described/],
    [
      'a sign of another kind',
      { files: { 'yarn.lock': { ...CHANGED, isDerived: 'yes' } } },
      /the packages of "yarn\.lock" are not described/,
    ],
    [
      'packages that are no list of versions',
      { files: { 'package-lock.json': { ...CHANGED, packages: { a: 1 } } } },
      /the packages of "package-lock\.json" are not described/,
    ],
    [
      'a package.json that the swap created',
      { files: { 'inner/package.json': { after: 'x', before: null } } },
      /"inner\/package\.json" is never created by a swap/,
    ],
    ['changes outside', { changes: { '../outside/package.json': [] } }, /not a plain path/],
    ['changes of a lockfile', { changes: { 'yarn.lock': [] } }, /"yarn\.lock" is not a package\.json/],
    ['changes without paths', { changes: { 'package.json': [{}] } }, /are not described/],
    [
      'changes of prototypes',
      { changes: { 'package.json': [{ path: ['__proto__', 'a'] }] } },
      /not described/,
    ],
    ['no list of replacements', { standIns: {} }, /"standIns" is not a list/],
    ['no files', { files: [] }, /"files" is not an object/],
    ['no changes', { changes: null }, /"changes" is not an object/],
    ['no version', { maglev: 5 }, /"maglev" is not a version/],
    ['an unknown setting', { hasLegacyPeers: '--flag' }, /"hasLegacyPeers" is neither true nor false/],
  ];
  for (const [title, part, message] of REFUSED) {
    it(`is rejected with ${title}`, () => {
      put({ ...VALID, ...part });
      assert.throws(() => SwapRecord.read(folder), message);
    });
  }

  it('is rejected if it is not an object or not JSON', () => {
    put([]);
    assert.throws(() => SwapRecord.read(folder), /it is not an object/);
    writeFileSync(join(folder, RECORD), '{');
    assert.throws(() => SwapRecord.read(folder), /swap\.json is not valid JSON/);
    rmSync(join(folder, RECORD));
    mkdirSync(join(folder, RECORD));
    assert.throws(
      () => SwapRecord.read(folder),
      /^Error: maglev-swap\/swap\.json is not a regular file: remove or/,
    );
  });

  it('is rejected if its folder is a file', () => {
    rmSync(join(folder, 'maglev-swap'), { recursive: true });
    writeFileSync(join(folder, 'maglev-swap'), '');
    assert.throws(() => SwapRecord.read(folder), /^Error: maglev-swap is not a folder: rename or remove/);
  });

  it('is rejected with a kept file behind a link', () => {
    put({ ...VALID, files: { 'package.json': CHANGED } });
    symlinkSync('../../../outside/package.json', join(folder, `maglev-swap/before/${DIGEST}`));
    assert.throws(() => SwapRecord.read(folder), /leads out of the project/);
  });

  it('is rejected behind a link', () => {
    rmSync(join(folder, 'maglev-swap'), { recursive: true });
    symlinkSync('../outside', join(folder, 'maglev-swap'));
    assert.throws(() => SwapRecord.read(folder), /leads out of the project/);
    assert.equal(readFileSync(join(home, 'outside/package.json'), 'utf8'), '{}');
  });
});
