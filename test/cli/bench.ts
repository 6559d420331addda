import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SCENARIOS, SUBJECTS } from '../../src/cli/bench/command.js';
import type { Installation } from '../package/project.js';
import { User } from './user.js';

/** `maglev bench` in a project of a user. */
export function testBench(installed: () => Installation): void {
  describe('as maglev bench', () => {
    it('measures the installed frameworks, with maglev 4.x for Express 4, and writes a page', async () => {
      const where = new User(installed(), '5', 'bench', ['express4']);
      const few = ['--scenarios', 'json', '--rounds', '1', '--slot', '10'];
      const { code, stdout, stderr } = await where.maglev('bench', ...few);
      assert.equal(code, 0, stdout + stderr);
      const { runs, load } = JSON.parse(readFileSync(join(where.folder, 'maglev-bench/http.json'), 'utf8'));
      assert.deepEqual(
        runs.map(({ node }: { node: string }) => node),
        [process.version],
      );
      // Parent folders may contain more packages, which then count as installed.
      const ids = runs[0].results[0].subjects.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids.slice(0, 5), ['raw', 'maglev', 'maglev-4', 'express', 'express-4']);
      assert.match(
        stdout,
        /^- JSON: .*(maglev 4\.x and Express 4|Express 4 costs .* what maglev 4\.x costs)/m,
      );
      assert.equal(load, 'own');
      assert.match(stdout, /Sent by a client of maglev\./);
      assert.match(stdout, /^\| Express 5 \| \d+ \|$/m);
      assert.match(readFileSync(join(where.folder, 'maglev-bench/index.html'), 'utf8'), /class="bar"/);
    });

    it('names what an installed framework needs', async () => {
      const where = new User(installed(), '5', 'bench-plugins');
      for (const name of ['fastify', '@fastify/cookie']) {
        mkdirSync(join(where.folder, 'node_modules', name), { recursive: true });
        where.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '5.0.0' }));
      }
      const { code, stderr } = await where.maglev('bench', '--subjects', 'fastify');
      assert.equal(code, 2);
      const message =
        'Fastify needs @fastify/formbody, @fastify/static: run "npm install @fastify/formbody @fastify/static".\n';
      assert.equal(stderr, message);
      const rest = await where.maglev('bench', '--scenarios', 'json', '--rounds', '1', '--slot', '10');
      assert.ok(rest.stderr.includes(`Not measured: ${message}`), rest.stderr);
    });

    it('ends with 130 when it is interrupted', async () => {
      const child = new User(installed(), '5', 'bench-interrupted').start('bench', '--scenarios', 'json');
      for await (const chunk of child.stderr!) if (String(chunk).includes('JSON')) child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      assert.equal(child.exitCode, 130);
    });

    it('lists subjects and scenarios in its help', async () => {
      const { stdout } = await new User(installed(), '5', 'bench-help').maglev('bench', '--help');
      const text = stdout.replace(/\s+/g, ' ');
      assert.ok(text.includes(`Subjects: ${subjects} Scenarios: ${scenarios} `), stdout);
    });

    const subjects = SUBJECTS.join(', ');
    const scenarios = SCENARIOS.join(', ');
    const mistakes: [args: string[], message: string][] = [
      [
        ['--subjects', 'fastify'],
        'Fastify is not installed: run "npm install fastify @fastify/cookie @fastify/formbody @fastify/static".',
      ],
      [['--subjects', 'express-4'], 'Express 4 is not installed: run "npm install express4@npm:express@4".'],
      [['--subjects', 'nobody'], `There is no subject nobody; there are ${subjects}.`],
      [['--scenarios', 'nothing'], `There is no scenario nothing; there are ${scenarios}.`],
      [['--server', 'none'], '--server must be listen or created, got none.'],
    ];
    for (const [args, message] of mistakes) {
      it(`reports what is wrong with ${args.join(' ')}`, async () => {
        const where = new User(installed(), '5', `bench-${args[1]}`);
        const { code, stdout, stderr } = await where.maglev('bench', ...args);
        assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${message}\n` });
      });
    }
  });
}
