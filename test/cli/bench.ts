import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Installation } from '../package/project.js';
import { User } from './user.js';

/** `maglev bench` beside what a user has installed. */
export function testBench(installed: () => Installation): void {
  describe('as maglev bench', () => {
    it('measures those that are installed, and writes a page', async () => {
      const where = new User(installed(), '5', 'bench');
      const few = ['--scenarios', 'json', '--rounds', '1', '--slot', '10'];
      const { code, stdout, stderr } = await where.maglev('bench', ...few);
      assert.equal(code, 0, stdout + stderr);
      const { runs, load } = JSON.parse(readFileSync(join(where.folder, 'maglev-bench/http.json'), 'utf8'));
      assert.deepEqual(
        runs.map(({ node }: { node: string }) => node),
        [process.version],
      );
      // Folders above may have more, which then is installed as well.
      const ids = runs[0].results[0].subjects.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids.slice(0, 3), ['raw', 'maglev', 'express']);
      assert.equal(load, 'own');
      assert.match(stdout, /Sent by a client of maglev\./);
      assert.match(stdout, /^\| Express 5 \| \d+ \(\d+-\d+\) \|$/m);
      assert.match(readFileSync(join(where.folder, 'maglev-bench/index.html'), 'utf8'), /class="bar"/);
    });

    const subjects =
      'raw, raw-flat, raw-express, raw-composed, maglev, maglev-no-etag, maglev-4, express, express-4, fastify, fastify-etag, koa, hono, polka, restana, 0http, h3';
    const scenarios =
      'plaintext, json, same, param, flat-500, nested-500, middlewares-10, middlewares-50, query, post-json-1024, post-json-102400, post-form, static-10240, not-found, error, api';
    const mistakes: [args: string[], said: string][] = [
      [
        ['--subjects', 'fastify'],
        'Fastify is not installed: run "npm install fastify @fastify/cookie @fastify/formbody @fastify/static".',
      ],
      [['--subjects', 'nobody'], `There is no subject nobody; there are ${subjects}.`],
      [['--scenarios', 'nothing'], `There is no scenario nothing; there are ${scenarios}.`],
      [['--server', 'none'], 'A server is listen or created, but not none.'],
    ];
    for (const [args, said] of mistakes) {
      it(`says what is wrong with ${args.join(' ')}`, async () => {
        const where = new User(installed(), '5', `bench-${args[1]}`);
        const { code, stdout, stderr } = await where.maglev('bench', ...args);
        assert.deepEqual({ code, stdout, stderr }, { code: 2, stdout: '', stderr: `${said}\n` });
      });
    }
  });
}
