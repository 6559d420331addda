import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { changeProject } from '../../../src/cli/swap/change.js';
import type { Manager } from '../../../src/cli/swap/manager.js';
import { Steps } from '../../../src/cli/swap/steps.js';
import type { Transaction } from '../../../src/cli/swap/transaction.js';
import type { Terminal } from '../../../src/cli/terminal.js';

const BEFORE = '{ "version": "1.0.0" }';
const OURS = '{ "version": "1.0.0", "private": true }';
const THEIRS = '{ "version": "2.0.0" }';
const COPY = 'package.json.before-undo';
const SETTINGS = 'pnpm-workspace.yaml';

describe('package.json while a project is changed', () => {
  let folder: string;
  let notices: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maglev-meanwhile-'));
    notices = [];
    save(BEFORE);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const save = (text: string) => writeFileSync(join(folder, 'package.json'), text);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  /** Writes `OURS` with a package manager whose installation does what `install` does. */
  function change(
    install: () => void,
    meanwhile = () => {},
    verify: (transaction: Transaction) => void = () => {},
  ): Promise<unknown> {
    const terminal = {
      notice: (line: string) => notices.push(line),
      noticeStyle: { dim: (text: string) => text },
    } as unknown as Terminal;
    const survey = { users: [], leftAlone: [] };
    const manager = {
      name: 'npm',
      version: '11.0.0',
      folder,
      projects: async () => [folder],
      pathOf: () => '',
      stores: async () => [],
      manifestsAndLocks: () => ['package.json', 'package-lock.json'],
      until: () => manager,
      install: async () => install(),
      survey: async () => survey,
    } as unknown as Manager;
    return changeProject(manager, new Steps(terminal), 'undo', null, survey, [], async (transaction) => {
      meanwhile();
      transaction.write('package.json', OURS);
      if (existsSync(join(folder, SETTINGS))) transaction.write(SETTINGS, `${read(SETTINGS)}overrides: {}\n`);
      return () => verify(transaction);
    });
  }

  it('is kept in a copy, and everything is restored, if it is saved during the installation', async () => {
    await assert.rejects(
      change(() => save(THEIRS)),
      /Something else has written or removed package\.json .* Nothing was changed\.$/,
    );
    assert.deepEqual([read('package.json'), read(COPY)], [BEFORE, THEIRS]);
    assert.match(
      notices.join('\n'),
      /What something else has written .* is now in package\.json\.before-undo\./,
    );
  });

  it('is kept in a copy if the installation fails, too', async () => {
    const failing = change(() => {
      save(THEIRS);
      throw new Error('no network');
    });
    await assert.rejects(failing, /no network/);
    assert.deepEqual([read('package.json'), read(COPY)], [BEFORE, THEIRS]);
  });

  it('is not overwritten if it is saved before the command writes it', async () => {
    await assert.rejects(
      change(
        () => {},
        () => save(THEIRS),
      ),
      /Something else has written/,
    );
    assert.deepEqual([read('package.json'), read(COPY)], [BEFORE, THEIRS]);
  });

  it('must not be that of before again', async () => {
    await assert.rejects(
      change(() => save(BEFORE)),
      /Something else has written/,
    );
    assert.equal(read('package.json'), BEFORE);
    assert.equal(existsSync(join(folder, COPY)), false);
  });

  it('may be removed', async () => {
    await assert.rejects(
      change(() => rmSync(join(folder, 'package.json'))),
      /Something else has written or removed/,
    );
    assert.equal(read('package.json'), BEFORE);
  });

  it('may be formatted by the package manager', async () => {
    const formatted = `\uFEFF{\r\n"private": true,\r\n"version": "1.0.0" }\r\n`;
    await change(() => save(formatted));
    assert.deepEqual([read('package.json'), existsSync(join(folder, COPY))], [formatted, false]);
  });

  it('is not copied if it is empty', async () => {
    await assert.rejects(
      change(() => save('{}')),
      /Something else has written/,
    );
    assert.deepEqual([read('package.json'), existsSync(join(folder, COPY))], [BEFORE, false]);
  });

  it('is not copied if only the command has written it', async () => {
    const failing = change(() => {
      throw new Error('no network');
    });
    await assert.rejects(failing, /no network/);
    assert.deepEqual([read('package.json'), existsSync(join(folder, COPY))], [BEFORE, false]);
  });

  describe('pnpm-workspace.yaml, which pnpm may change, too', () => {
    const [before, ours, theirs] = ['a: 1\n', 'a: 1\noverrides: {}\n', 'a: 1\n# edited\n'];
    const saveSettings = (text: string) => writeFileSync(join(folder, SETTINGS), text);
    const copies = () => readdirSync(folder).filter((name) => name.startsWith(`${SETTINGS}.before-undo`));
    beforeEach(() => saveSettings(before));

    it('is kept in a copy if it is saved after the installation, and everything is restored', async () => {
      await assert.rejects(
        change(
          () => {},
          () => {},
          () => saveSettings(theirs),
        ),
        /Something else has written or removed pnpm-workspace\.yaml .* Nothing was changed\.$/,
      );
      assert.deepEqual([read(SETTINGS), copies().map(read)], [before, [theirs]]);
    });

    it('is kept in a copy if it is saved during an installation that fails', async () => {
      const failing = change(() => {
        saveSettings(theirs);
        throw new Error('no network');
      });
      await assert.rejects(failing, /no network/);
      assert.deepEqual([read(SETTINGS), copies().map(read)], [before, [theirs]]);
    });

    it('is not overwritten if it is saved before the command writes it', async () => {
      const failing = change(
        () => assert.fail('It installed.'),
        () => saveSettings(theirs),
      );
      await assert.rejects(failing, /Something else has written/);
      assert.deepEqual([read(SETTINGS), copies().map(read)], [before, [theirs]]);
    });

    it('may be changed during the installation, but counts as uncertain then', async () => {
      const uncertain: boolean[] = [];
      const note = (transaction: Transaction) => uncertain.push(transaction.isUncertain(SETTINGS));
      await change(
        () => saveSettings(theirs),
        () => {},
        note,
      );
      assert.deepEqual([uncertain, read(SETTINGS)], [[true], theirs]);
    });

    it('is not copied if only the command has written it', async () => {
      const uncertain: boolean[] = [];
      await change(
        () => {},
        () => {},
        (transaction) => uncertain.push(transaction.isUncertain(SETTINGS)),
      );
      assert.deepEqual([uncertain, read(SETTINGS), copies()], [[false], ours, []]);
    });
  });
});
