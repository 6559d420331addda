import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { FAULTY, MOVING, PROMISED } from './apps.js';
import { User } from './user.js';

/** `maglev check`, as a user runs it. findings.test.ts tests the rules. */
export function testCheck(installed: () => Installation): void {
  describe('maglev check', { concurrency: 2 }, () => {
    it('finds everything, and sets its exit code', async () => {
      const user = new User(installed(), '4', 'check-faulty');
      user.write('app.js', FAULTY);
      const { code, stdout } = await user.maglev('check', 'app.js');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /warning {2}GET \/users\/me {2}app\.js:8\n.*possibly shadowed by GET \/users\/:id \(app\.js:7\)/,
      );
      assert.match(stdout, /write '\/users\/:id\?'/);
      const { findings } = JSON.parse((await user.maglev('check', 'app.js', '--json')).stdout);
      assert.deepEqual(findings.map(({ rule }: { rule: string }) => rule).sort(), [
        'backtracking',
        'duplicate',
        'error-arity',
        'late-middleware',
        'other-grammar',
        'parameter-names',
        'possibly-shadowed',
        'regexp-only',
      ]);
    });

    it('reports what an application of 4.x has to change for 5.x', async () => {
      const user = new User(installed(), '4', 'check-move');
      user.write('app.js', FAULTY);
      const { code, stdout } = await user.maglev('check', 'app.js', '--express', '5');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /error {2}GET \/foo\* {2}app\.js:14\n.*\[refused-path\]\n {2}write '\/foo\{\*splat\}'/,
      );
    });

    it('writes certain fixes once, and the responses stay the same', async () => {
      const old = new User(installed(), '4', 'check-fix-4');
      const moved = new User(installed(), '5', 'check-fix-5');
      for (const user of [old, moved]) user.write('package.json', '{ "private": true }');
      old.write('app.js', MOVING);
      const { code, stdout, stderr } = await old.maglev(
        'check',
        'app.js',
        '--express',
        '5',
        '--fix',
        '--yes',
      );
      assert.equal(stderr, '30 fixes in 1 file: written\n', stdout);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /^--- app\.js\n\+\+\+ app\.js\n@@ .*\n-app\.use\(express\.urlencoded\(\)\);\n/s);
      const again = await old.maglev('check', 'app.js', '--express', '5', '--fix');
      assert.equal(again.stderr, '--fix: no fixes to apply\n');
      moved.write('app.js', readFileSync(join(old.folder, 'app.js'), 'utf8'));
      old.write('app.js', MOVING);
      const [before, after] = await Promise.all([old, moved].map(responsesOf));
      assert.match(before!, /"number":\[201,/);
      assert.equal(after, before);
    });

    it('asks before it writes fixes: without a terminal, nothing is written', async () => {
      const user = new User(installed(), '4', 'check-ask-first');
      user.write('app.js', MOVING);
      const { code, stdout, stderr } = await user.maglev('check', 'app.js', '--express', '5', '--fix');
      assert.equal(code, 1);
      assert.match(stdout, /^--- app\.js\n\+\+\+ app\.js\n/);
      assert.equal(stderr, 'No file was changed: add --yes to write 30 fixes in 1 file.\n');
      assert.equal(readFileSync(join(user.folder, 'app.js'), 'utf8'), MOVING);
    });

    it('fixes every call of a line, and calls inside calls, in one run', async () => {
      const user = new User(installed(), '4', 'check-one-line');
      user.write('app.js', ONE_LINE);
      const { code, stdout } = await user.maglev('check', 'app.js', '--express', '5', '--fix', '--yes');
      assert.equal(code, 0, stdout);
      assert.equal(readFileSync(join(user.folder, 'app.js'), 'utf8'), ONE_LINE_FIXED);
    });

    it('reports calls of a line separately, with their columns', async () => {
      const user = new User(installed(), '4', 'check-columns');
      user.write('app.js', ONE_LINE);
      const { stdout } = await user.maglev('check', 'app.js', '--express', '5');
      assert.match(stdout, /res\.send\(204\) {2}app\.js:2:46\n/);
      assert.match(stdout, /res\.send\(500\) {2}app\.js:2:62\n/);
      assert.match(stdout, /GET \/b\* {2}app\.js:3\n.*\n.*\n\n.*GET \/c\* {2}app\.js:3\n/);
    });

    it('reads an application that calls removed members, also if the newer Express is installed', async () => {
      const user = new User(installed(), '5', 'check-gone');
      user.write(
        'app.js',
        `const app = require('express')(); app.del('/a', (req, res) => res.end()); module.exports = app;`,
      );
      const { code, stdout } = await user.maglev('check', 'app.js');
      assert.equal(code, 1);
      assert.match(stdout, /error {2}app\.del\(.*app\.js:1:35\n.*\[removed-member\]\n/);
      assert.match(stdout, /app\.js \(Express 4 to 5\): 1 error, /);
    });

    it('reports calls that fail in an application that loads on Express 5', async () => {
      const user = new User(installed(), '5', 'check-fails');
      user.write(
        'app.js',
        `const app = require('express')();
        app.get('/a', (req, res) => res.send(req.param('id')));
        app.get('/b', (req, res) => res.sendfile(__dirname + '/app.js'));
        app.get('/c', (req, res) => res.send(404));
        module.exports = app;`,
      );
      const { code, stdout } = await user.maglev('check', 'app.js', '--json');
      assert.equal(code, 1);
      assert.deepEqual(
        JSON.parse(stdout).findings.map(({ rule, source, column }: any) => [
          rule,
          source.split(':').at(-1),
          column,
        ]),
        [
          ['req-param', '2', 46],
          ['removed-member', '3', 37],
        ],
      );
    });

    it('reports what an application of 3.x has to change for 4.x', async () => {
      const user = new User(installed(), '3', 'check-three', ['express3']);
      user.write('app.js', THREE);
      const { stdout } = await user.maglev('check', 'app.js', '--express', '4', '--json');
      const { findings } = JSON.parse(stdout);
      const about = findings.map(({ rule, code }: { rule: string; code: string }) => `${rule}: ${code}`);
      assert.deepEqual(about.sort(), [
        'app-router: app.router',
        'bundled-middleware: express.bodyParser',
        'removed-member: app.configure(function () { app.use(express.bodyParser())...',
        "removed-member: app.locals({ title: 'a' })",
      ]);
    });

    it('finds handlers of 4.x with unhandled rejections, and all routes that * shadows', async () => {
      const user = new User(installed(), '4', 'check-async');
      user.write('app.js', ASYNC);
      const { stdout } = await user.maglev('check', 'app.js', '--format', 'github');
      assert.deepEqual(stdout.match(/^::\w+ file=.*?line=\d+,.*?title=maglev check%3A [\w-]+/gm), [
        '::warning file=app.js,line=7,title=maglev check%3A possibly-shadowed',
        '::warning file=app.js,line=3,col=15,title=maglev check%3A uncaught-promise',
        '::warning file=app.js,line=4,col=15,title=maglev check%3A uncaught-promise',
      ]);
    });

    it('records calls at run time with --request-routes, under any name', async () => {
      const user = new User(installed(), '4', 'check-ask');
      user.write(
        'app.js',
        `const app = require('express')();
        app.get('/a/:id', (...both) => { const method = 'send'; both[1][method](404); });
        app.get('/b', (...both) => {});
        module.exports = app;`,
      );
      const silent = await user.maglev('check', 'app.js', '--express', '5');
      assert.equal(silent.code, 0, silent.stdout);
      const { code, stdout } = await user.maglev('check', 'app.js', '--express', '5', '--request-routes');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /^error {2}res\.send\(status\) {2}app\.js:2:80\n {2}was called, .*\[send-status\]\n/,
      );
    });

    it('reads every application of a file', async () => {
      const user = new User(installed(), '5', 'check-two');
      user.write('app.js', TWO);
      const { stdout } = await user.maglev('check', 'app.js');
      assert.match(stdout, /GET \/admin {2}app\.js:5\n {2}is registered twice/);
    });

    it('omits findings ignored by rule or comment, and reports comments without a reason', async () => {
      const user = new User(installed(), '5', 'check-ignore');
      user.write('app.js', IGNORED);
      const all = await user.maglev('check', 'app.js');
      assert.equal(all.code, 1);
      assert.match(all.stdout, /maglev-check-ignore duplicate {2}app\.js:6\n {2}gives no reason/);
      assert.match(all.stdout, /app\.js: 0 errors, 2 warnings, 0 notes\n$/);
      const none = await user.maglev(
        'check',
        'app.js',
        '--ignore',
        'duplicate',
        '--ignore',
        'ignore-comment',
      );
      assert.deepEqual(none, { code: 0, stdout: 'app.js: nothing found\n', stderr: '' });
      const wrong = await user.maglev('check', 'app.js', '--ignore', 'duplicates');
      assert.equal(wrong.code, 2);
      assert.match(
        wrong.stderr,
        /^maglev: --ignore must be a rule, got "duplicates"\. The rules are refused-path, /,
      );
    });

    it('omits findings in a baseline, also when they move, and reports new ones and ones no longer found', async () => {
      const user = new User(installed(), '4', 'check-baseline');
      const args = ['check', 'app.js', '--baseline', 'known.json'];
      user.write('app.js', FAULTY);
      assert.match(
        (await user.maglev(...args)).stderr,
        /^maglev: Baseline not found: known\.json; create it with --update-baseline/,
      );
      const written = await user.maglev(...args, '--update-baseline');
      assert.deepEqual(written, { code: 0, stdout: '', stderr: '8 findings written to known.json\n' });
      user.write(
        'app.js',
        `// A line more.\n${FAULTY.replace("app.get('/named/:key', answer);", "app.get('/new', answer).get('/new', answer);")}`,
      );
      const { code, stdout, stderr } = await user.maglev(...args);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /^warning {2}GET \/new {2}app\.js:\d+\n.*\[duplicate\]\n\n.*\n\napp\.js: 0 errors, 1 warning, 0 notes\n$/,
      );
      assert.equal(
        stderr,
        '7 findings more in known.json\n1 finding in known.json no longer found; use --update-baseline to remove\n',
      );
    });

    it('prints SARIF', async () => {
      const user = new User(installed(), '4', 'check-sarif');
      user.write('app.js', FAULTY);
      const { code, stdout } = await user.maglev('check', 'app.js', '--format', 'sarif');
      assert.equal(code, 1);
      const { version, runs } = JSON.parse(stdout);
      assert.equal(version, '2.1.0');
      const [{ tool, results }] = runs;
      assert.equal(tool.driver.name, 'maglev check');
      for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex].id, ruleId);
      for (const { help } of tool.driver.rules) assert.ok(help.markdown.length > 50, help.markdown);
      const twice = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'duplicate');
      assert.deepEqual(twice.locations, [
        { physicalLocation: { artifactLocation: { uri: 'app.js' }, region: { startLine: 10 } } },
      ]);
    });

    it('finds nothing in a clean application', async () => {
      const user = new User(installed(), '5', 'check-clean');
      user.write('app.mjs', PROMISED);
      assert.deepEqual(await user.maglev('check', 'app.mjs', '--strict'), {
        code: 0,
        stdout: 'app.mjs: nothing found\n',
        stderr: '',
      });
    });
  });
}

const ONE_LINE = `const app = require('express')();
app.get('/a', (req, res) => { req.query.ok ? res.send(204) : res.send(500); });
app.get('/b*', (req, res) => res.end()); app.get('/c*', (req, res) => res.end());
app.get('/:id', (req, res) => res.send(req.param('id') === 'x' ? 200 : 404, req.param('id')));
module.exports = app;
`;
const ONE_LINE_FIXED = `const app = require('express')();
app.get('/a', (req, res) => { req.query.ok ? res.sendStatus(204) : res.sendStatus(500); });
app.get('/b{*splat}', (req, res) => res.end()); app.get('/c{*splat}', (req, res) => res.end());
app.get('/:id', (req, res) => res.status(req.params.id === 'x' ? 200 : 404).send(req.params.id));
module.exports = app;
`;

const THREE = `
const express = require('express');
const app = express();
app.configure(function () { app.use(express.bodyParser()); app.use(app.router); });
app.locals({ title: 'a' });
app.del('/b', (req, res) => res.json(201, {}));
module.exports = app;
`;

const ASYNC = `const app = require('express')();
const wrap = (handle) => (req, res, next) => handle(req, res).catch(next);
app.get('/a', async (req, res) => { await 1; res.end(); });
app.get('/b', (req, res) => { return Promise.resolve().then(() => res.end()); });
app.get('/c', wrap(async (req, res) => { await 1; res.end(); }), async (req, res, next) => { try { await 1; } catch (e) { next(e); } });
app.all('*', (req, res) => res.end());
app.get('/late', (req, res) => res.end());
module.exports = app;
`;

const TWO = `const express = require('express');
const app = express();
const admin = express();
admin.get('/admin', (req, res) => res.end());
admin.get('/admin', (req, res) => res.end());
app.get('/', (req, res) => res.end());
app.listen(80);
admin.listen(81);
`;

const IGNORED = `const app = require('express')();
const answer = (req, res) => res.end();
app.get('/a', answer);
// maglev-check-ignore duplicate: the first one is removed by a flag
app.get('/a', answer);
app.get('/a', answer); // maglev-check-ignore duplicate
module.exports = app;
`;

/** The responses of a user's application, on the Express that is installed there. */
async function responsesOf(user: User): Promise<string> {
  return user.project.run(
    'send.cjs',
    `const server = require('./app.js').listen(0, async () => {
      const origin = 'http://localhost:' + server.address().port;
      const responses = {};
      for (const path of ['files/a/b', 'files/', 'users', 'users/7', 'number/7', 'number/x', 'alias/a/b', 'alias/', 'gone', 'constant', 'moved', 'back', 'host', 'file', 'query', 'one/a', 'two/b', 'exact/Low/7', 'exact/low/7', 'exact/Low/7/', 'exact/chain/a/b', 'it%27s/a', 'bound', 'else/where']) {
        const response = await fetch(origin + '/' + path, { redirect: 'manual' });
        const name = path.replace(/\\W.*/, '') in responses ? path : path.replace(/\\W.*/, '');
        responses[name] = [response.status, response.headers.get('location'), await response.text()];
      }
      const deleted = await fetch(origin + '/thing', { method: 'DELETE' });
      console.log(JSON.stringify({ ...responses, deleted: deleted.status }));
      server.close();
    });`,
  );
}
