import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import test, { after } from 'node:test';
import { Workspace } from '../../../src/cli/compare/workspace.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'maglev-workspace-')));
after(() => rmSync(root, { recursive: true, force: true }));

const file = join(root, 'src/app.js');
for (const folder of ['src', 'data', 'node_modules/one', 'lib/node_modules/two', '.git'])
  mkdirSync(join(root, folder), { recursive: true });
writeFileSync(file, '');
writeFileSync(join(root, 'package.json'), '{}');
writeFileSync(join(root, 'data/notes.txt'), 'notes');
const app = { file } as any;

test('gives each start a copy of the project in which packages resolve as before', (_t, done) => {
  const socket = net.createServer().listen(join(root, 'data/socket'), () => {
    const workspace = new Workspace(app, true);
    assert.equal(workspace.shared, null);
    const places = [workspace.open('express'), workspace.open('maglev'), workspace.open('express')];
    const folders = places.map((place) => dirname(dirname(place.file)));
    assert.equal(new Set(folders).size, 3);
    for (const folder of folders) {
      assert.equal(readFileSync(join(folder, 'data/notes.txt'), 'utf8'), 'notes');
      assert.equal(dirname(dirname(folder)), root);
      const packages = 'lib/node_modules/two';
      assert.equal(realpathSync(join(folder, packages)), join(root, packages));
      for (const left of ['node_modules', '.git', 'data/socket'])
        assert.ok(!existsSync(join(folder, left)), left);
      assert.deepEqual([...folder.matchAll(/maglev-compare-/g)].length, 1);
      assert.doesNotMatch(relative(root, folder), /(?:^|\/)\./, 'res.sendFile finds no file in it');
    }
    workspace.remove();
    assert.ok(folders.every((folder) => !existsSync(dirname(folder))));
    socket.close(done);
  });
});

test('copies nothing for safe requests', () => {
  const workspace = new Workspace(app, false);
  assert.deepEqual(workspace.open('express'), { file, cwd: process.cwd() });
  workspace.remove();
});
