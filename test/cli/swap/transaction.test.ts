import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WORK } from '../../../src/cli/swap/journal.js';
import { isRunning, processIdOf, systemKey } from '../../../src/cli/swap/processes.js';
import { markOf } from '../../../src/cli/swap/programs.js';
import { Transaction } from '../../../src/cli/swap/transaction.js';

const BEFORE = {
  'package.json': 'manifest',
  'package-lock.json': 'lockfile',
  'maglev-swap/old.tgz': 'old',
  'node_modules/b/index.js': 'b',
  '.yarn/cache/a.zip': 'a',
};
const AFTER = {
  'package.json': 'changed',
  'package-lock.json': 'changed by another program',
  'maglev-swap/swap.json': 'made',
  'node_modules/c/index.js': 'c',
  '.yarn/cache/d.zip': 'd',
  '.pnp.cjs': 'created by another program',
  'inner/node_modules/e/index.js': 'e',
};
const COPY = 'package-lock.json.before-undo';
/** After a recovery, which cannot know who has changed the lockfile. */
const RECOVERED = { ...BEFORE, [COPY]: 'changed by another program' };
const FILES = ['package.json', 'package-lock.json', '.pnp.cjs'];
/** A process of this machine that has ended. */
const GONE = { ...processIdOf(process.pid), pid: 1, started: 'never' };
const FOLDERS = ['node_modules', 'inner/node_modules', '.yarn/cache', 'maglev-swap'];

describe('a transaction', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-transaction-'));
    for (const [file, text] of Object.entries(BEFORE)) put(file, text);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function put(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  const copy = (from: string, to: string) => cp(from, to, { recursive: true });

  /** The steps of a command and a package manager in a project. */
  const STEPS: ((transaction: Transaction) => unknown)[] = [
    (transaction) => transaction.keepFolder('maglev-swap', copy),
    (transaction) => transaction.write('package.json', 'changed'),
    (transaction) => transaction.remove('maglev-swap/old.tgz'),
    (transaction) => transaction.write('maglev-swap/swap.json', 'made'),
    (transaction) => transaction.keepFolder('node_modules', copy),
    (transaction) => transaction.keepFolder('inner/node_modules', copy),
    (transaction) => transaction.keepFolder('.yarn/cache', copy),
    () => rmSync(join(folder, 'node_modules/b'), { recursive: true }),
    () => rmSync(join(folder, '.yarn/cache/a.zip')),
    () => put('.yarn/cache/d.zip', 'd'),
    () => put('package-lock.json', 'changed by another program'),
    () => put('node_modules/c/index.js', 'c'),
    () => put('inner/node_modules/e/index.js', 'e'),
    () => put('.pnp.cjs', 'created by another program'),
  ];

  async function change(steps = STEPS.length): Promise<Transaction> {
    const transaction = Transaction.begin(folder, 'swap', FILES, FOLDERS);
    for (const step of STEPS.slice(0, steps)) await step(transaction);
    return transaction;
  }

  const state = () => {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const files = paths.filter((path) => lstatSync(join(folder, path)).isFile());
    return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  };

  /** Simulates that the process that wrote the journal is gone. */
  function abandon(by: object = {}): void {
    const file = join(folder, WORK, 'journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...journal, process: { ...GONE, ...by } }));
  }

  it('is undone by the copy of the command, or by the installed one before there is a copy', async () => {
    const bin = 'node_modules/maglev/dist/src/cli/bin.cjs';
    const program = `console.log(__dirname.includes('${WORK}') ? 'kept' : 'installed', ...process.argv.slice(2))`;
    put(bin, program);
    const transaction = await change(0);
    const undo = () => {
      const file = join(folder, WORK, 'undo.cjs');
      return spawnSync(process.execPath, [file, '--take-over'], { cwd: tmpdir(), encoding: 'utf8' });
    };
    assert.equal(undo().stdout, 'installed swap --undo --take-over\n');
    await transaction.keepFolder('node_modules', copy);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    assert.equal(undo().stdout, 'kept swap --undo --take-over\n');
    transaction.rollBack();
    await change(0);
    rmSync(join(folder, bin));
    const { status, stderr } = undo();
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^maglev is not installed here: run "maglev swap --undo" of another installation in this folder\.\n$/,
    );
    assert.doesNotMatch(stderr, /MODULE_NOT_FOUND/);
  });

  it('restores everything after a failure', async () => {
    (await change()).rollBack();
    assert.deepEqual(state(), BEFORE);
    assert.equal(existsSync(join(folder, 'inner/node_modules')), false);
  });

  it('restores files even if something has removed what it kept, and says that packages are lost', async () => {
    const transaction = await change();
    rmSync(join(folder, WORK), { recursive: true });
    assert.throws(() => transaction.rollBack(), /removed \.maglev-swap, .* install again\.$/);
    const { 'package.json': manifest, 'package-lock.json': lock, '.pnp.cjs': created } = state() as any;
    assert.deepEqual([manifest, lock, created], ['manifest', 'lockfile', undefined]);
    assert.equal(existsSync(join(folder, WORK)), false);
  });

  it('is not disturbed after a success if something has removed what it kept', async () => {
    const transaction = await change();
    rmSync(join(folder, WORK), { recursive: true });
    assert.deepEqual(transaction.commit(), []);
    assert.deepEqual(state(), AFTER);
  });

  describe('of what cannot be renamed', () => {
    afterEach(() => restoreRename());
    const { renameSync: original } = fs;
    const restoreRename = () => {
      fs.renameSync = original;
      syncBuiltinESMExports();
    };
    /** Simulates a mount point, or a folder of an earlier layer of an image. */
    const refuse = (code: string, ...paths: string[]) => {
      const places = paths.map((path) => join(folder, path));
      fs.renameSync = (from, to) => {
        if (![from, to].some((place) => places.includes(String(place)))) return original(from, to);
        throw Object.assign(new Error(`${code}: rename ${from}`), { code });
      };
      syncBuiltinESMExports();
    };

    for (const code of ['EBUSY', 'EXDEV', 'EPERM']) {
      it(`restores everything after ${code}`, async () => {
        refuse(code, 'package.json', 'node_modules', 'inner/node_modules');
        (await change()).rollBack();
        assert.deepEqual(state(), BEFORE);
        assert.equal(existsSync(join(folder, WORK)), false);
      });

      it(`leaves only its changes after ${code} and a success`, async () => {
        refuse(code, 'package.json', 'node_modules');
        (await change()).commit();
        assert.deepEqual(state(), AFTER);
      });
    }

    it('restores the rest if something cannot be restored, and that the next time', async () => {
      refuse('EIO', 'package-lock.json', '.yarn/cache');
      const transaction = await change();
      const both = /EIO: rename .*files.*EIO: rename .*cache.*run "maglev swap --undo" to restore the rest/;
      assert.throws(() => transaction.rollBack(), both);
      const { 'package.json': file, 'node_modules/b/index.js': installed } = state();
      assert.deepEqual([file, installed], ['manifest', 'b']);
      restoreRename();
      abandon();
      assert.equal(await Transaction.recover(folder), 'swap');
      assert.deepEqual(state(), RECOVERED);
    });
  });

  const noTable = !existsSync('/proc/self/mountinfo') && 'has no table of mount points';
  describe('with a file that cannot be written', () => {
    const { openSync: open, renameSync: rename, copyFileSync: copyFile } = fs;
    afterEach(() => {
      Object.assign(fs, { openSync: open, renameSync: rename, copyFileSync: copyFile });
      syncBuiltinESMExports();
    });
    /** Simulates an immutable package.json, or one that is mounted read-only. */
    const refuse = (code: string) => {
      const isIt = (place: unknown) => String(place) === join(realpathSync(folder), 'package.json');
      const check = (place: unknown) => {
        if (isIt(place)) throw Object.assign(new Error(`${code}: ${place}`), { code });
      };
      fs.openSync = (place, flags, ...rest) => {
        if (flags !== 'r') check(place);
        return open(place, flags, ...rest);
      };
      fs.renameSync = (from, to) => {
        check(to);
        return rename(from, to);
      };
      fs.copyFileSync = (from, to, ...rest) => {
        check(to);
        return copyFile(from, to, ...rest);
      };
      syncBuiltinESMExports();
    };

    for (const code of ['EROFS', 'EPERM']) {
      it(`does not start after ${code}`, () => {
        refuse(code);
        const begin = () => Transaction.begin(folder, 'swap', FILES, FOLDERS);
        assert.throws(begin, new RegExp(`Cannot change .*${code}.*package\\.json`));
        assert.deepEqual(state(), BEFORE);
      });

      it(`is rolled back after ${code} if that file was not changed`, async () => {
        const transaction = Transaction.begin(folder, 'swap', FILES, FOLDERS);
        put('package-lock.json', 'changed');
        refuse(code);
        transaction.rollBack();
        assert.deepEqual(state(), BEFORE);
        assert.equal(existsSync(join(folder, WORK)), false);
      });
    }
  });

  describe('with mount points', { skip: noTable }, () => {
    const { readFileSync: original } = fs;
    /** Adds them to the table: only root can mount. */
    const mount = (...paths: string[]) => {
      const lines = paths.map((path) => {
        const place = join(realpathSync(folder), path).replaceAll(' ', '\\040');
        return `1 2 8:1 / ${place} rw - ext4 /dev/sda rw\n`;
      });
      fs.readFileSync = ((file: string, ...rest: [any]) => {
        return String(file).endsWith('/mountinfo') ? lines.join('') : original(file, ...rest);
      }) as typeof original;
      syncBuiltinESMExports();
    };
    afterEach(() => {
      fs.readFileSync = original;
      syncBuiltinESMExports();
    });

    for (const path of [
      'node_modules/b',
      'node_modules/b/a volume',
      'maglev-swap/before',
      '.yarn/cache/a.zip',
    ]) {
      it(`does not start if ${path} is one`, () => {
        if (!existsSync(join(folder, path))) mkdirSync(join(folder, path));
        mount(path);
        const named = new RegExp(`${path} is a mount point.*unmount it first`);
        assert.throws(() => Transaction.begin(folder, 'swap', FILES, FOLDERS), named);
        assert.deepEqual(state(), BEFORE);
      });
    }

    for (const path of ['node_modules/b', `${WORK}/trash/0-0/.cache`]) {
      it(`is not rolled back while ${path} is one`, async () => {
        await change(7);
        abandon();
        put(`${path}/data`, 'of a volume');
        mount(path);
        const [mode, before] = [statSync(join(folder, path)).mode, state()];
        await assert.rejects(Transaction.recover(folder), new RegExp(`${path} is a mount point`));
        assert.deepEqual([statSync(join(folder, path)).mode, state()], [mode, before]);
        mount();
        assert.equal(await Transaction.recover(folder), 'swap');
        assert.deepEqual(state(), BEFORE);
      });
    }

    it('leaves a mount point that was added meanwhile, and says so', async () => {
      const transaction = await change();
      const done = `${WORK}-${process.pid}-${systemKey}`;
      mount(`${done}/trash/0-0/c`);
      assert.deepEqual(transaction.rollBack(), [done]);
      const { [`${done}/trash/0-0/c/index.js`]: volume, 'node_modules/b/index.js': restored } = state();
      assert.deepEqual([volume, restored], ['c', 'b']);
      const left: string[] = [];
      assert.equal(await Transaction.recover(folder, { onLeft: (name) => left.push(name) }), null);
      assert.deepEqual(left, [done]);
      (await change()).rollBack();
      mount();
      await Transaction.recover(folder);
      assert.deepEqual(state(), BEFORE);
    });

    it('ends if folders that it replaces are mount points themselves', async () => {
      mount('node_modules', '.yarn/cache');
      (await change()).rollBack();
      assert.deepEqual(state(), BEFORE);
    });
  });

  describe('of root, with files of another user', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
    const owners = () => {
      const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return paths.map((path) => [
        path,
        lstatSync(join(folder, path)).uid,
        lstatSync(join(folder, path)).gid,
      ]);
    };
    const ours = (among = owners()) => among.filter(([, uid, gid]) => uid !== 65534 || gid !== 65533);
    beforeEach(() => {
      rmSync(join(folder, 'maglev-swap'), { recursive: true });
      for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
        chownSync(join(folder, path), 65534, 65533);
      }
      chmodSync(join(folder, 'package.json'), 0o640);
    });
    for (const end of ['commit', 'rollBack'] as const) {
      it(`keeps owners and modes after ${end}`, () => {
        const transaction = Transaction.begin(folder, 'swap', FILES, ['maglev-swap']);
        transaction.write('package.json', 'changed');
        transaction.write('maglev-swap/before/0', 'made');
        transaction[end]();
        assert.deepEqual(ours(), []);
        assert.equal(statSync(join(folder, 'package.json')).mode & 0o777, 0o640);
      });
    }

    it('gives copies of changed files to their owner', async () => {
      Transaction.begin(folder, 'swap', FILES, ['maglev-swap']);
      abandon();
      writeFileSync(join(folder, 'package.json'), 'changed by its user');
      await Transaction.recover(folder);
      assert.equal(existsSync(join(folder, 'package.json.before-undo')), true);
      assert.deepEqual(ours(), []);
    });
  });

  it('leaves only its changes after a success', async () => {
    (await change()).commit();
    assert.deepEqual(state(), AFTER);
  });

  it('lists what has changed', async () => {
    const transaction = await change(7);
    assert.deepEqual(transaction.changed(), ['package.json', 'maglev-swap']);
    for (const step of STEPS.slice(7)) await step(transaction);
    assert.deepEqual(transaction.changed(), [...FILES, ...FOLDERS]);
    transaction.rollBack();
  });

  for (let steps = 0; steps <= STEPS.length; steps++) {
    it(`that was killed after ${steps} steps is rolled back by the next command`, async () => {
      await change(steps);
      abandon();
      assert.equal(await Transaction.recover(folder), 'swap');
      assert.deepEqual(state(), steps > 10 ? RECOVERED : BEFORE);
      assert.equal(await Transaction.recover(folder), null);
    });
  }

  describe('that was killed, in a project that its user changed since', () => {
    const manifest = (content: object) => JSON.stringify(content);
    const [before, written] = [manifest({ a: 1, b: {} }), manifest({ a: 2, c: 3 })];
    async function recovered(change: (transaction: Transaction) => void): Promise<string[]> {
      put('package.json', before);
      const transaction = Transaction.begin(folder, 'swap', FILES, FOLDERS);
      change(transaction);
      abandon();
      const copies: string[] = [];
      await Transaction.recover(folder, { onKept: (copy) => copies.push(copy) });
      return copies;
    }
    const files = (copies: object = {}) => ({ ...BEFORE, 'package.json': before, ...copies });

    it('keeps a copy of the changed package.json', async () => {
      const changed = manifest({ a: 2, c: 3, dependencies: { qs: '6' } });
      const copies = await recovered((transaction) => {
        transaction.write('package.json', written);
        put('package.json', changed);
      });
      assert.deepEqual(copies, ['package.json.before-undo']);
      assert.deepEqual(state(), files({ 'package.json.before-undo': changed }));
    });

    it('replaces no other copy', async () => {
      symlinkSync('package-lock.json', join(folder, 'package.json.before-undo'));
      put('package.json.before-undo-2', 'earlier');
      const copies = await recovered(() => put('package.json', 'not JSON'));
      assert.deepEqual(copies, ['package.json.before-undo-3']);
      const expected = { 'package.json.before-undo-2': 'earlier', 'package.json.before-undo-3': 'not JSON' };
      assert.deepEqual(state(), files(expected));
    });

    it('keeps no copy of what the transaction wrote, or of what it kept, also if formatted since', async () => {
      for (const text of [before, written, manifest({ c: 3, a: 2 }), '{ "a": 1 }\n']) {
        const copies = await recovered((transaction) => {
          transaction.write('package.json', written);
          transaction.write('package.json', manifest({}));
          put('package.json', text);
        });
        assert.deepEqual([copies, state()], [[], files()]);
      }
    });

    it('keeps copies of lockfiles and settings, also of created ones', async () => {
      const list = [...FILES, 'pnpm-workspace.yaml', 'pnpm-lock.yaml', '.yarn/install-state.gz'];
      const transaction = Transaction.begin(folder, 'swap', list, FOLDERS);
      transaction.write('pnpm-lock.yaml', 'written');
      abandon();
      put('package-lock.json', 'changed');
      put('pnpm-workspace.yaml', 'created');
      put('.pnp.cjs', 'generated');
      put('.yarn/install-state.gz', 'generated');
      const copies: string[] = [];
      await Transaction.recover(folder, { onKept: (copy) => copies.push(copy) });
      assert.deepEqual(copies, [COPY, 'pnpm-workspace.yaml.before-undo']);
      assert.deepEqual(state(), {
        ...BEFORE,
        [COPY]: 'changed',
        'pnpm-workspace.yaml.before-undo': 'created',
      });
    });

    it('keeps no copy of a package.json that is gone', async () => {
      const copies = await recovered(() => rmSync(join(folder, 'package.json')));
      assert.deepEqual([copies, state()], [[], files()]);
    });

    it('keeps copies before it restores anything', async () => {
      mkdirSync(join(folder, 'inner'));
      put('inner/package.json', before);
      put('package.json', before);
      const transaction = Transaction.begin(folder, 'swap', [...FILES, 'inner/package.json'], FOLDERS);
      transaction.write('package.json', written);
      put('inner/package.json', 'changed');
      abandon();
      const copies: string[] = [];
      await Transaction.recover(folder, {
        onKept: (copy) => {
          copies.push(copy);
          assert.equal(state()['package.json'], written);
        },
      });
      assert.deepEqual(copies, ['inner/package.json.before-undo']);
    });
  });

  it('whose recovery was killed is recovered from any of its steps', async () => {
    await change();
    abandon();
    mkdirSync(join(folder, 'node_modules/.bin'));
    symlinkSync('../c/index.js', join(folder, 'node_modules/.bin/c'));
    // Half of the steps of a recovery.
    mkdirSync(join(folder, WORK, 'trash'));
    renameSync(join(folder, 'node_modules'), join(folder, WORK, 'trash/0-0'));
    renameSync(join(folder, WORK, 'folders/0/node_modules'), join(folder, 'node_modules'));
    renameSync(join(folder, WORK, 'files/0'), join(folder, 'package.json'));
    assert.equal(await Transaction.recover(folder), 'swap');
    assert.deepEqual(state(), RECOVERED);
  });

  it('that was killed while it copied a folder does not use the partial copy', async () => {
    const transaction = await change(3);
    const stopped = transaction.keepFolder('node_modules', async (_from, to) => {
      mkdirSync(join(to, '.bin'), { recursive: true });
      symlinkSync('../b/index.js', join(to, '.bin/b'));
      throw new Error('stopped');
    });
    await assert.rejects(stopped, /stopped/);
    abandon();
    await Transaction.recover(folder);
    assert.deepEqual(state(), BEFORE);
  });

  it('that was killed before it wrote its journal, or after it removed it, needs no recovery', async () => {
    mkdirSync(join(folder, WORK, 'files'), { recursive: true });
    writeFileSync(join(folder, WORK, 'files/0'), 'manifest');
    assert.equal(await Transaction.recover(folder), null);
    assert.equal(existsSync(join(folder, WORK)), false);
    assert.deepEqual(state(), BEFORE);
  });

  it('that was killed keeps what git would clean', async () => {
    await change();
    assert.equal(readFileSync(join(folder, WORK, '.gitignore'), 'utf8'), '*\n');
    abandon();
    await Transaction.recover(folder);
  });

  it('that was killed and has lost its journal keeps its copies of folders, and says what to do', async () => {
    await change();
    const kept = state();
    rmSync(join(folder, WORK, 'journal.json'));
    const named =
      /journal\.json is missing.*\.maglev-swap\/folders\/0\/node_modules is a copy of node_modules.*delete \.maglev-swap/;
    await assert.rejects(Transaction.recover(folder), named);
    const { '.maglev-swap/journal.json': _, ...rest } = kept;
    assert.deepEqual(state(), rest);
    // As it ends on systems that cannot rename the folder.
    put(`${WORK}/ended`, '');
    assert.equal(await Transaction.recover(folder), null);
    assert.deepEqual(state(), AFTER);
  });

  it('that was killed while it prepared leaves nothing, and one that still prepares is not disturbed', async () => {
    // Higher than any process identifier.
    const gone = `${WORK}-99999999-${systemKey}`;
    const others = [`${WORK}-${process.ppid}-${systemKey}`, `${WORK}-99999999-0123456789ab`];
    for (const name of [gone, ...others]) put(`${name}/files/0`, 'manifest');
    symlinkSync('maglev-swap', join(folder, `${WORK}-99999998-${systemKey}`));
    assert.equal(await Transaction.recover(folder), null);
    const left = others.map((name) => [`${name}/files/0`, 'manifest']);
    assert.deepEqual(state(), { ...BEFORE, ...Object.fromEntries(left) });
  });

  it('is rolled back by only one process', async () => {
    await change();
    abandon();
    const claim = (name: string, id: object) => put(`${WORK}/recovery-${name}`, JSON.stringify(id));
    claim('1-never', { ...GONE, started: 'also never' });
    claim('1-alsonever', processIdOf(process.ppid));
    await assert.rejects(Transaction.recover(folder), /is already running in this folder/);
    // That one was killed as well.
    claim('1-alsonever', { ...GONE, started: 'gone' });
    assert.equal(await Transaction.recover(folder), 'swap');
    assert.deepEqual(state(), RECOVERED);
  });

  it('is not rolled back if claims go in a circle, which nothing but a file from elsewhere does', async () => {
    await change();
    abandon();
    put(`${WORK}/recovery-1-never`, JSON.stringify(GONE));
    await assert.rejects(Transaction.recover(folder), /recovery-1-never was not written by maglev swap/);
  });

  it('is not rolled back while its process runs', async () => {
    const transaction = await change();
    await assert.rejects(
      Transaction.recover(folder),
      /is already running in this folder\. It is process \d+/,
    );
    transaction.commit();
  });

  for (const [title, by] of [
    ['on another machine', { host: 'other', boot: 'other' }],
    ['in another container', { space: 'pid:[1]' }],
  ] as const) {
    it(`whose process runs ${title} is rolled back only if it is taken over`, async () => {
      await change();
      abandon(by);
      const refused = /process 1 of ".+".*run "maglev swap --undo --take-over" here/;
      await assert.rejects(Transaction.recover(folder), refused);
      assert.equal(await Transaction.recover(folder, { takesOver: true }), 'swap');
      assert.deepEqual(state(), RECOVERED);
    });
  }

  it('of this machine is rolled back after a restart, though pids and start times repeat', async () => {
    await change();
    abandon({ ...processIdOf(process.ppid), boot: 'earlier' });
    assert.equal(await Transaction.recover(folder), 'swap');
    assert.deepEqual(state(), RECOVERED);
  });

  const unmarked = process.platform === 'win32' && 'programs end with their supervisor';
  it('is rolled back after its programs have ended', { skip: unmarked }, async () => {
    await change();
    abandon();
    const start = (env: object) => {
      const options = {
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      };
      return spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'], options as object);
    };
    const [left, other] = [start(markOf(GONE)), start(markOf({ ...GONE, started: 'another' }))];
    try {
      await Promise.all([left, other].map((child) => once(child.stdout!, 'data')));
      const ended = once(left, 'exit');
      const id = processIdOf(left.pid!);
      assert.equal(await Transaction.recover(folder), 'swap');
      assert.equal(isRunning(id), false);
      await ended;
      assert.equal(isRunning(processIdOf(other.pid!)), true);
    } finally {
      for (const child of [left, other]) child.kill('SIGKILL');
    }
  });

  it('does not start while another one runs', async () => {
    const transaction = await change();
    assert.throws(
      () => Transaction.begin(folder, 'undo', FILES, FOLDERS),
      /is already running in this folder/,
    );
    transaction.rollBack();
    assert.deepEqual(state(), BEFORE);
  });

  const isRoot = process.getuid?.() === 0;
  const skip =
    process.platform === 'win32'
      ? 'has no modes'
      : isRoot && !canActAsNobody() && 'folders above belong to the user of the tests alone';
  describe('of a user without all rights', { skip }, () => {
    beforeEach(() => {
      if (!isRoot) return;
      for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
        chownSync(join(folder, path), 65534, 65534);
      }
      process.seteuid!(65534);
    });
    afterEach(() => {
      if (isRoot) process.seteuid!(0);
    });

    for (const end of ['commit', 'rollBack'] as const) {
      it(`ends with ${end}, though a package has a folder that cannot be written`, async () => {
        chmodSync(join(folder, 'node_modules/b'), 0o555);
        const transaction = Transaction.begin(folder, 'swap', FILES, FOLDERS);
        await transaction.keepFolder('node_modules', copy);
        transaction.write('package.json', 'changed');
        transaction[end]();
        assert.equal(existsSync(join(folder, WORK)), false);
        assert.deepEqual(state(), end === 'commit' ? { ...BEFORE, 'package.json': 'changed' } : BEFORE);
      });
    }

    it('ends, and names what is left, if it cannot remove the files of another owner', {
      skip: !isRoot,
    }, async () => {
      const transaction = await change();
      process.seteuid!(0);
      put('node_modules/foreign/inner/file', 'of root');
      process.seteuid!(65534);
      const left = transaction.rollBack();
      assert.deepEqual(left, [`${WORK}-${process.pid}-${systemKey}`]);
      const named: string[] = [];
      assert.equal(await Transaction.recover(folder, { onLeft: (name) => named.push(name) }), null);
      assert.deepEqual(named, left);
      (await change()).commit();
      process.seteuid!(0);
      rmSync(join(folder, left[0]!), { recursive: true });
      assert.deepEqual(state(), AFTER);
    });

    for (const path of ['.', 'node_modules', 'maglev-swap', '.yarn/cache']) {
      // The system checks the rights of the user who started the process; test/swap starts one as another user.
      const skip = isRoot && path !== '.' && 'needs a user without all rights';
      it(`does not start if ${path} cannot be written`, { skip }, () => {
        chmodSync(join(folder, path), 0o555);
        const begin = () => Transaction.begin(folder, 'swap', FILES, FOLDERS);
        assert.throws(begin, /Cannot change .*EACCES/);
        assert.deepEqual(state(), BEFORE);
        assert.equal(existsSync(join(folder, WORK)), false);
        chmodSync(join(folder, path), 0o755);
      });
    }
  });

  it('leaves folders above those that it did not create, and links', () => {
    rmSync(join(folder, '.yarn'), { recursive: true });
    mkdirSync(join(folder, '.yarn'));
    mkdirSync(join(folder, 'target'));
    symlinkSync('target', join(folder, 'inner'));
    Transaction.begin(folder, 'swap', ['.yarn/install-state.gz'], FOLDERS).rollBack();
    put('inner/pnpm-lock.yaml', 'created');
    assert.equal(existsSync(join(folder, '.yarn')), true);
    const transaction = Transaction.begin(folder, 'swap', ['yarn.lock'], FOLDERS);
    put('inner/node_modules/e/index.js', 'e');
    rmSync(join(folder, 'inner/pnpm-lock.yaml'));
    transaction.rollBack();
    assert.equal(lstatSync(join(folder, 'inner')).isSymbolicLink(), true);
  });

  it('does not start if a folder is a file, or a file a folder', () => {
    rmSync(join(folder, 'maglev-swap'), { recursive: true });
    put('maglev-swap', 'a file');
    const begin = () => Transaction.begin(folder, 'swap', FILES, FOLDERS);
    assert.throws(begin, /maglev-swap is not a folder/);
    rmSync(join(folder, 'maglev-swap'));
    mkdirSync(join(folder, '.pnp.cjs'));
    assert.throws(begin, /\.pnp\.cjs is not a regular file/);
  });

  it('with a journal that is not a file is not rolled back', async () => {
    mkdirSync(join(folder, WORK, 'journal.json'), { recursive: true });
    await assert.rejects(Transaction.recover(folder), /journal\.json is not a regular file/);
  });

  it('writes only files in its journal', async () => {
    const transaction = await change();
    assert.throws(() => transaction.write('index.js', ''), /not in the journal/);
    assert.throws(() => transaction.remove('maglev-swap-2/a'), /not in the journal/);
    transaction.rollBack();
  });

  it('does not start if there are links in the folder of the replacements', () => {
    symlinkSync('nothing', join(folder, 'maglev-swap/before'));
    assert.throws(() => Transaction.begin(folder, 'swap', FILES, FOLDERS), /maglev-swap\/before is a link/);
    assert.deepEqual(state(), BEFORE);
  });

  it('ignores a package.json that does not exist, and leaves one that is created meanwhile', () => {
    const transaction = Transaction.begin(folder, 'swap', [...FILES, 'inner/package.json'], FOLDERS);
    put('inner/package.json', 'new');
    transaction.rollBack();
    assert.deepEqual(state(), { ...BEFORE, 'inner/package.json': 'new' });
  });

  it('changes the target of a link, and keeps the link', async () => {
    renameSync(join(folder, 'package.json'), join(folder, 'real.json'));
    symlinkSync('real.json', join(folder, 'package.json'));
    (await change()).commit();
    assert.equal(lstatSync(join(folder, 'package.json')).isSymbolicLink(), true);
    assert.equal(readFileSync(join(folder, 'real.json'), 'utf8'), 'changed');
  });

  describe('with a journal that came with a cloned repository', () => {
    const id = GONE;
    const entry = (path: string) => ({ path, existed: true });
    const refused: readonly [title: string, journal: unknown, message: RegExp][] = [
      [
        'of a file outside',
        { files: [entry('../victim/package.json')] },
        /not a plain path below the project/,
      ],
      ['of an absolute path', { files: [entry('/etc/package.json')] }, /not a plain path below the project/],
      ['of a path with backslashes', { files: [entry('..\\package.json')] }, /not a plain path/],
      ['of a folder outside', { folders: [entry('../node_modules')] }, /not a plain path/],
      ['of a source file', { files: [entry('index.js')] }, /is not a file or folder of a package manager/],
      [
        'of a file of a package',
        { files: [entry('node_modules/a/package.json')] },
        /is not a file or folder/,
      ],
      [
        'of a package.json that did not exist',
        { files: [{ path: 'package.json', existed: false }] },
        /names "package\.json", which is never created by a swap/,
      ],
      ['of a source folder', { folders: [entry('src')] }, /is not a file or folder/],
      ['of a store that is not configured', { folders: [entry('store')] }, /is not a file or folder/],
      ['of the target of a link', { files: [entry('linked/package.json')] }, /leads out of the project/],
      ['of a broken link', { files: [entry('nowhere/package.json')] }, /leads out of the project/],
      ['without lists', { files: 'package.json' }, /was not written by maglev swap/],
      ['without entries', { files: [null] }, /was not written by maglev swap/],
      ['of no process', { process: 1 }, /was not written by maglev swap/],
      ['of another operation', { operation: 'rm' }, /was not written by maglev swap/],
    ];
    for (const [title, journal, message] of refused) {
      it(`${title}, changes nothing`, async () => {
        const outside = mkdtempSync(join(tmpdir(), 'maglev-outside-'));
        try {
          writeFileSync(join(outside, 'package.json'), 'outside');
          symlinkSync(outside, join(folder, 'linked'));
          symlinkSync('/none/there', join(folder, 'nowhere'));
          const complete = { operation: 'swap', process: id, files: [], folders: [], ...(journal as object) };
          put(`${WORK}/journal.json`, JSON.stringify(complete));
          put(`${WORK}/files/0`, 'hostile');
          await assert.rejects(Transaction.recover(folder), message);
          assert.equal(readFileSync(join(outside, 'package.json'), 'utf8'), 'outside');
          assert.equal(readFileSync(join(folder, 'package.json'), 'utf8'), 'manifest');
        } finally {
          rmSync(outside, { recursive: true });
        }
      });
    }

    const LINKS: Readonly<Record<string, string>> = {
      new: 'package.json',
      'files/0': 'package.json',
      folders: '.',
      trash: '.',
      'running.json': 'package.json',
    };
    for (const [name, target] of Object.entries(LINKS)) {
      it(`is rejected with a link ${name} beside it`, async () => {
        const outside = mkdtempSync(join(tmpdir(), 'maglev-outside-'));
        try {
          mkdirSync(join(outside, '0/node_modules'), { recursive: true });
          writeFileSync(join(outside, 'package.json'), 'outside');
          const files = [entry('package.json')];
          const complete = { operation: 'swap', process: id, files, folders: [entry('node_modules')] };
          put(`${WORK}/journal.json`, JSON.stringify(complete));
          if (name !== 'files/0') put(`${WORK}/files/0`, 'hostile');
          mkdirSync(join(folder, WORK, 'files'), { recursive: true });
          symlinkSync(join(outside, target), join(folder, WORK, name));
          await assert.rejects(Transaction.recover(folder), /is a link: remove it first/);
          assert.equal(readFileSync(join(outside, 'package.json'), 'utf8'), 'outside');
          assert.equal(existsSync(join(outside, '0/node_modules')), true);
          assert.equal(readFileSync(join(folder, 'package.json'), 'utf8'), 'manifest');
        } finally {
          rmSync(outside, { recursive: true });
        }
      });
    }

    it('is rejected if it is not JSON', async () => {
      put(`${WORK}/journal.json`, '{');
      await assert.rejects(Transaction.recover(folder), /Cannot read .*journal\.json/);
    });
  });
});

/** Whether the user `nobody` gets to temporary folders and to this file, as tests of root have to. */
function canActAsNobody(): boolean {
  const temporary = mkdtempSync(join(tmpdir(), 'maglev-nobody-'));
  chownSync(temporary, 65534, 65534);
  try {
    process.seteuid!(65534);
    // Not `access`, which asks for the user who started the process.
    statSync(temporary);
    statSync(fileURLToPath(import.meta.url));
    return true;
  } catch {
    return false;
  } finally {
    process.seteuid!(0);
    rmSync(temporary, { recursive: true });
  }
}
