import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Transaction } from '../../../src/cli/swap/transaction.js';
import { filesIn } from '../../package/project.js';

const BEFORE = {
  'kept.json': 'kept',
  'lock.json': 'lock',
  'old/gone.txt': 'gone',
  'store/a.zip': 'a',
  'modules/b/index.js': 'b',
};
const AFTER = {
  'kept.json': 'changed',
  'lock.json': 'changed by another',
  'made/in/here.txt': 'made',
  'modules/c/index.js': 'c',
  'store/d.zip': 'd',
};

describe('a swap', () => {
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

  /** As a command and a package manager change a project. */
  function change(): Transaction {
    const transaction = new Transaction(folder);
    transaction.keep('lock.json');
    transaction.write('kept.json', 'changed');
    transaction.write('made/in/here.txt', 'made');
    transaction.remove('old/gone.txt');
    transaction.moveAside(join(folder, 'modules'));
    transaction.moveAside(join(folder, 'none'));
    transaction.copyAside(join(folder, 'store'));
    assert.equal(readFileSync(join(folder, 'store/a.zip'), 'utf8'), 'a');
    rmSync(join(folder, 'store/a.zip'));
    put('store/d.zip', 'd');
    put('lock.json', 'changed by another');
    put('modules/c/index.js', 'c');
    return transaction;
  }

  const state = () =>
    Object.fromEntries(filesIn(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));

  it('that fails leaves everything as it was', () => {
    change().rollBack();
    assert.deepEqual(state(), BEFORE);
  });

  it('that does not leaves nothing but what it has changed', () => {
    change().commit();
    assert.deepEqual(state(), AFTER);
  });
});
