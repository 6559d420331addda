import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { PATIENCE, User } from './user.js';

/** Stores what it receives in a file next to it and in one in its working directory, with the time and a random name. */
const STORING = `
const fs = require('node:fs');
const path = require('node:path');
const express = require('express');
const app = express();
const files = [path.join(__dirname, 'notes.json'), 'copy.json'];
const read = () => JSON.parse(fs.readFileSync(files[0], 'utf8'));
const write = (notes) => files.forEach((file) => fs.writeFileSync(file, JSON.stringify(notes)));
app.use(express.json());
app.delete('/notes/:id', (req, res) => {
  const notes = read();
  const left = notes.filter(({ number }) => String(number) !== req.params.id);
  write(left);
  res.sendStatus(left.length < notes.length ? (ODD ? 202 : 204) : 404);
});
app.get('/notes', (req, res) => res.json(read()));
app.get('/notes/:id', (req, res) => res.json(read().find(({ number }) => String(number) === req.params.id) ?? null));
app.post('/notes', (req, res) => {
  const notes = read();
  const note = { number: notes.length, at: new Date(), key: require('node:crypto').randomUUID(), text: 'same' };
  write([...notes, note]);
  res.status(201).json(note);
});
app.get('/side', (req, res) => { const made = fs.readFileSync('made-by-setup', 'utf8'); const { MAGLEV_SIDE, MAGLEV_RUN } = process.env; res.send(made === MAGLEV_SIDE + MAGLEV_RUN ? 'made' : made); });
module.exports = app;
`;

/** Sessions end by a request that says so, and by one that only deletes the cookie. */
const SESSIONS = `
const path = require('node:path');
const express = require('express');
const app = express();
const sessions = new Set();
const idOf = (req) => /sid=(\\d+)/.exec(req.get('cookie'))?.[1];
app.use(express.json());
app.post('/login', (req, res) => { sessions.add(String(sessions.size)); res.cookie('sid', sessions.size - 1).json({}); });
app.post('/auth/logout', (req, res) => { sessions.delete(idOf(req)); res.sendStatus(204); });
app.get('/bye', (req, res) => { sessions.delete(idOf(req)); res.clearCookie('sid').sendStatus(204); });
app.get('/me', (req, res) => res.sendStatus(sessions.has(idOf(req)) ? 200 : 401));
app.get('/file', (req, res) => res.sendFile(path.join(__dirname, 'package.json')));
app.post('/notes', (req, res) => res.send(req.body.text === 'odd' && app.routes ? 'b' : 'a'));
module.exports = app;
`;

/** `maglev compare --unsafe`. */
export function testCompareState(installed: () => Installation): void {
  describe('maglev compare of requests that change state', { concurrency: 2 }, () => {
    const user = (name: string, isOdd: string) => {
      const made = new User(installed(), '4', `state-${name}`);
      made.write('package.json', '{}');
      made.write('app.js', STORING.replace('ODD', isOdd));
      made.write('notes.json', '[{"number":1}]');
      return made;
    };
    const verdicts = (stdout: string) =>
      JSON.parse(stdout)
        .comparisons.filter(({ method }: any) => method !== 'OPTIONS' && method !== 'HEAD')
        .map((one: any) => `${one.method} ${one.path} ${one.status} ${one.verdict}`);
    const args = ['compare', 'app.js', '--unsafe', '--only-equality', '--json', ...PATIENCE];

    it('gives each side a copy of the project, deletes last, and ignores stored times', async () => {
      const where = user('same', 'false');
      const setup =
        "node -e \"require('node:fs').writeFileSync('made-by-setup', process.env.MAGLEV_SIDE + process.env.MAGLEV_RUN)\"";
      const { code, stdout, stderr } = await where.maglev(...args, '--setup', setup);
      assert.equal(code, 0, stdout + stderr);
      assert.deepEqual(verdicts(stdout), [
        'GET /notes 200 equal',
        'GET /notes/1 200 equal',
        'POST /notes 201 varies',
        'GET /side 200 equal',
        'GET / 404 equal',
        'GET /maglev-compare/no-such-route 404 equal',
        'DELETE /notes/1 204 equal',
      ]);
      const { comparisons } = JSON.parse(stdout);
      const post = comparisons.find((one: any) => one.method === 'POST');
      assert.deepEqual(post.varying, ['body /at', 'body /key']);
      assert.equal(readFileSync(join(where.folder, 'notes.json'), 'utf8'), '[{"number":1}]');
      const left = readdirSync(where.folder).sort();
      assert.deepEqual(left, ['app.js', 'node_modules', 'notes.json', 'package.json']);
    });

    it('finds files in the copies, stays logged in after a logout, and names requests by their bodies', async () => {
      const where = new User(installed(), '4', 'state-login');
      where.write('package.json', '{}');
      where.write('app.js', SESSIONS);
      where.write(
        'requests.txt',
        [
          'GET /file',
          'POST /auth/logout',
          'GET /me',
          'GET /bye',
          'GET /me',
          'POST /notes {"text":"a"}',
          'POST /notes {"text":"odd"}',
          'POST /notes {"__proto__":{"text":"b"}}',
        ].join('\n'),
      );
      const login = ['--login', 'POST /login {}', '--requests', 'requests.txt'];
      const { code, stdout, stderr } = await where.maglev(...args, ...login);
      assert.equal(code, 1, stdout + stderr);
      assert.deepEqual(verdicts(stdout), [
        'GET /file 200 equal',
        'POST /auth/logout 204 equal',
        'GET /me 200 equal',
        'GET /bye 204 equal',
        'GET /me 200 equal',
        'POST /notes 200 equal',
        'POST /notes 200 different',
        'POST /notes 200 different',
      ]);
      const text = await where.maglev(...args.filter((one) => one !== '--json'), ...login);
      assert.match(text.stdout, /^ {2}POST \/notes \{"text":"odd"\} \(- Express, .*\n {4}body/m);
      assert.match(
        text.stdout,
        /^ {2}POST \/notes \{"__proto__":.*\n {4}Deliberate: "JSON bodies with a `__proto__` key, .*" in .*docs\/differences\.md$/m,
      );
    });

    it('finds differences of the first run only, and does not confuse them with stored values', async () => {
      const where = user('odd', "typeof app.routes === 'function'");
      where.write('requests.txt', 'POST /notes {}\nGET /notes\nDELETE /notes/1\n');
      const { code, stdout, stderr } = await where.maglev(...args, '--requests', 'requests.txt');
      assert.equal(code, 1, stdout + stderr);
      assert.deepEqual(verdicts(stdout), [
        'POST /notes 201 varies',
        'GET /notes 200 varies',
        'DELETE /notes/1 204 different',
      ]);
    });

    it('resets changes of requests with --reset', async () => {
      const where = user('reset', 'false');
      where.write('requests.txt', 'DELETE /notes/1\nDELETE /notes/1\n');
      const reset = "node -e \"require('node:fs').writeFileSync('notes.json', '[{\\\"number\\\":1}]')\"";
      const { code, stdout, stderr } = await where.maglev(
        ...args,
        '--requests',
        'requests.txt',
        '--reset',
        reset,
      );
      assert.equal(code, 0, stdout + stderr);
      assert.deepEqual(verdicts(stdout), ['DELETE /notes/1 204 equal', 'DELETE /notes/1 204 equal']);
    });
  });
}
