import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Installation, root } from '../package/project.js';
import { PATIENCE, User } from './user.js';

const VARYING = readFileSync(join(root, 'test/cli/compare/varying.cjs'), 'utf8');

/** Tells response-limit.cjs when a request will get nothing more. */
const UNFINISHED = `
const app = require('express')();
let count = 0;
const wait = () => require('node:fs').writeFileSync('waiting-' + process.pid + '-' + ++count, '');
app.get('/events', (req, res) => { res.type('text/event-stream').write('data: ' + Date.now() + '\\n\\n', wait); });
app.get('/silent', wait);
app.get('/exit', () => process.exit(3));
app.get('/fine', (req, res) => res.send('fine'));
module.exports = app;
`;

const GUARDED = `
const express = require('express');
const app = express();
const sessions = new Set();
const isKnown = (req) => sessions.has(/sid=([\\w-]+)/.exec(req.headers.cookie ?? '')?.[1]);
app.post('/login', express.json(), (req, res) => {
  const id = require('node:crypto').randomUUID();
  sessions.add(id);
  res.cookie('sid', id).json({ welcome: req.body.name });
});
app.get('/open', (req, res) => res.send('open'));
app.use((req, res, next) => (isKnown(req) ? next() : res.sendStatus(401)));
app.get('/secret', (req, res) => res.send('secret'));
app.get('/books/:id', (req, res) => (req.params.id === '7' ? res.send('seven') : res.sendStatus(404)));
module.exports = app;
`;

const SEEDED = `
const app = require('express')();
const kind = typeof app.routes === 'function' ? 'maglev' : 'express';
app.get('/', (req, res) => res.set('X-Kind', kind).json({ items: [{ kind, name: 'a' }], trace: { kind } }));
module.exports = app;
`;

/** Verdicts of `maglev compare` on responses that vary. */
export function testCompareVerdicts(installed: () => Installation): void {
  describe('the verdict of maglev compare', { concurrency: 2 }, () => {
    const user = (name: string, text: string) => {
      const made = new User(installed(), '5', `verdict-${name}`);
      made.write('app.cjs', text);
      return made;
    };

    it('ignores times, random names, sessions, counters and processes', async () => {
      const where = user('varying', VARYING);
      const { code, stdout, stderr } = await where.maglev(
        'compare',
        'app.cjs',
        '--only-equality',
        ...PATIENCE,
      );
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /^ {2}header set-cookie changes each time on 40 requests: GET \//m);
      assert.match(stdout, /^ {2}body \/pid changes each time on GET \/process$/m);
      assert.match(stdout, /^Compared in \d+\.\d s\.$/m);
    });

    it('includes a difference next to all of these', async () => {
      const where = user('varying-seeded', VARYING.replace("process.env.SEEDED === '1'", 'true'));
      const args = ['app.cjs', '--only-equality', '--json', ...PATIENCE];
      const { code, stdout, stderr } = await where.maglev('compare', ...args);
      assert.equal(code, 1, stdout + stderr);
      const different = JSON.parse(stdout).comparisons.filter((one: any) => one.verdict === 'different');
      assert.deepEqual(
        different.map(({ path, differences }: any) => ({ path, differences })),
        [{ path: '/uptime', differences: [{ what: 'body /kind', express: '"a"', maglev: '"b"' }] }],
      );
    });

    it('names requests without a response, without an end or that end the application, continues, and exits with 3', async () => {
      const where = user('unfinished', UNFINISHED);
      where.write('requests.txt', 'GET /events\nGET /silent\nGET /exit\nGET /fine\n');
      const limits = ['--time', '600', '--response-time', '555'];
      const args = ['--requests', 'requests.txt', '--only-equality', ...limits];
      const { code, stdout, stderr } = await where
        .preload('response-limit.cjs')
        .maglev('compare', 'app.cjs', ...args);
      assert.equal(code, 3, stdout + stderr);
      assert.match(stdout, /^Not finished: 1 of 4 requests got the same responses/m);
      assert.match(stdout, /^The application ends on both sides: GET \/exit\.$/m);
      assert.match(stdout, /^No response on either side: GET \/silent\.$/m);
      assert.match(stdout, /^Incomplete response on both sides: GET \/events\.$/m);
    });

    it('counts routes that reject all requests, until a login', async () => {
      const where = user('guarded', GUARDED);
      const { code, stdout, stderr } = await where.maglev(
        'compare',
        'app.cjs',
        '--only-equality',
        ...PATIENCE,
      );
      assert.equal(code, 0, stdout + stderr);
      assert.match(
        stdout,
        /^2 of 3 routes only responded with 401, 403 or 404 \(401: 2\), so .*: \/secret, \/books\/:id\. Use --header or --login/m,
      );
      const urls = [
        'https://cdn.example/x.js',
        'http://localhost:3000/secret',
        'http://localhost:3000/books/7',
      ];
      const entries = urls.map((url) => ({ request: { method: 'GET', url } }));
      where.write('recorded.har', JSON.stringify({ log: { entries } }));
      const args = [
        '--login',
        'POST /login {"name":"ada"}',
        '--requests',
        'recorded.har',
        '--only-equality',
        '--json',
        ...PATIENCE,
      ];
      const inside = await where.maglev('compare', 'app.cjs', ...args);
      assert.equal(inside.code, 0, inside.stdout + inside.stderr);
      const { comparisons, requests } = JSON.parse(inside.stdout);
      assert.deepEqual(
        comparisons.map(({ path, status }: any) => `${path} ${status}`),
        ['/secret 200', '/books/7 200'],
      );
      assert.equal(requests.elsewhere, 1);
      assert.deepEqual(requests.refused, []);
    });

    it('omits ignored parts, by options and by a file', async () => {
      const where = user('ignored', SEEDED);
      where.write('ignored.txt', '# of each process\nheader: X-Kind\n/items/*/kind\n');
      const args = ['compare', 'app.cjs', '--only-equality', '--ignore-file', 'ignored.txt', ...PATIENCE];
      const { code, stdout, stderr } = await where.maglev(...args, '--ignore', 'trace');
      assert.equal(code, 0, stdout + stderr);
      const left = await where.maglev(...args);
      assert.equal(left.code, 1, left.stdout + left.stderr);
      assert.match(left.stdout, /^ {4}body \/trace\/kind\n {6}- "express"\n {6}\+ "maglev"$/m);
      assert.doesNotMatch(left.stdout, /x-kind|\/items/);
    });
  });
}
