import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import { flags, type Installation, majors, type Outcome, originalProject, type Project } from './project.js';

const root = createRequire(import.meta.url);

/** What distinguishes the frameworks and major versions: the header, and the path grammar. */
const SERVE = `
  const app = express();
  const [path, name] = process.env.MAGLEV_EXPRESS === '5' ? ['/files/*rest', 'rest'] : ['/files/*', '0'];
  app.get(path, (req, res) => res.send([].concat(req.params[name]).join('+')));
  const server = app.listen(0, async () => {
    const response = await fetch('http://localhost:' + server.address().port + '/files/a/b');
    console.log(response.headers.get('x-powered-by'), await response.text());
    server.close();
  });`;

const PROGRAMS: Record<string, string> = {
  'app.cjs': `const express = require('express');${SERVE}`,
  'app.mjs': `import express, { Router } from 'express';
    if (express.Router !== Router) throw new Error('two instances');${SERVE}`,
};

/** Programs written for Express, which is installed beside them, preceded by `maglev/register`. */
export function testRegister(installed: () => Installation): void {
  describe('maglev/register', () => {
    const skip = flags.length > 0 && `Express does not start with ${flags}`;
    const projects = new Map<string, Project>();
    before(() => {
      for (const line of majors) projects.set(line, registeredProject(installed(), line));
    });

    for (const line of majors) {
      const body = line === '5' ? 'a+b' : 'a/b';
      const start = (name: string, text: string, parameters: string[], env: object = {}) =>
        run(projects.get(line)!, name, text, parameters, { MAGLEV_EXPRESS: line, ...env });

      for (const [name, text] of Object.entries(PROGRAMS)) {
        it(`is needed for ${name} to get another framework than Express ${line}`, { skip }, async () => {
          const { stdout } = await start(name, text, []);
          assert.equal(stdout, `Express ${body}\n`);
        });

        for (const flag of ['--import', '--require']) {
          it(`gives ${name} maglev ${line}.x by ${flag}`, async () => {
            const { stdout, stderr } = await start(name, text, [flag, 'maglev/register']);
            assert.deepEqual([stdout, stderr], [`Maglev ${body}\n`, '']);
          });
        }
      }

      it(`gives both module systems one framework, its files and its manifest, on ${line}.x`, async () => {
        const { stdout } = await start(
          'files.mjs',
          `import { createRequire } from 'node:module';
           import express from 'express';
           import application from 'express/lib/application.js';
           const require = createRequire(import.meta.url);
           console.log(JSON.stringify([
             require('express') === express,
             require('maglev/v${line}') === express,
             require('express/index') === express,
             application === express.application,
             require('express/lib/request') === express.request,
             require('express/lib/express') === express,
             ${line === '5' ? 'true' : `require('express/lib/router') === express.Router`},
             ${line === '4' ? `require('express/lib/router/layer').name === 'Layer'` : 'true'},
             require('express/package.json').name + ' ' + require('express/package.json').version,
           ]));`,
          ['--import', 'maglev/register'],
        );
        const { version } = root(`express${line}/package.json`);
        assert.deepEqual(JSON.parse(stdout), [...Array(8).fill(true), `express ${version}`]);
      });

      it(`replaces body-parser and router only if MAGLEV_REDIRECT names them, on ${line}.x`, async () => {
        // The packages beside Express 3 include the body-parser of Express 4.
        const parsers = line === '5' ? '5' : '4';
        const program = `import bodyParser from 'body-parser';
           import Router from 'router';
           import { createRequire } from 'node:module';
           const require = createRequire(import.meta.url);
           const maglev = require('maglev/v${parsers}');
           console.log(JSON.stringify([
             bodyParser.json === maglev.json, require('body-parser') === bodyParser, typeof bodyParser,
             Router === require('maglev/router'), require('router') === Router,
           ]));`;
        const hook = ['--import', 'maglev/register'];
        const alone = await start('others.mjs', program, hook);
        assert.deepEqual(JSON.parse(alone.stdout), [false, true, 'function', false, true]);
        const redirected = await start('others.mjs', program, hook, {
          MAGLEV_REDIRECT: 'body-parser, router',
        });
        assert.deepEqual(JSON.parse(redirected.stdout), [true, true, 'function', true, true]);
        const named = await start(
          'named.mjs',
          `import { json } from 'body-parser'; console.log(json.name);`,
          hook,
          {
            MAGLEV_REDIRECT: 'body-parser',
          },
        );
        assert.equal(named.stdout, 'json\n');
      });
    }

    it('provides the files of router for patches of its layers', async () => {
      const program = `const Router = require('router');
        const Layer = require('router/lib/layer');
        const { handleRequest } = Layer.prototype;
        let calls = 0;
        Layer.prototype.handleRequest = function (...args) {
          calls++;
          return handleRequest.apply(this, args);
        };
        const router = Router();
        router.get('/', () => {});
        router({ method: 'GET', url: '/' }, {}, () => {});
        console.log(calls, require('router/index.js') === Router, require('router/lib/route.js') === Router.Route);`;
      for (const [redirect, isOurs] of [
        ['', false],
        ['router', true],
      ] as const) {
        const { stdout } = await run(
          projects.get('5')!,
          'layers.cjs',
          `${program} console.log('compile' in router);`,
          ['--require', 'maglev/register'],
          { MAGLEV_REDIRECT: redirect },
        );
        assert.equal(stdout, `2 true true\n${isOurs}\n`);
      }
    });

    it('supports bodyParser(), which parses JSON and forms, as body-parser 1 does', async () => {
      const program = `const express = require('express');
        const app = express().use(require('body-parser')({ extended: true, type: 'text/plain' }));
        app.post('/', (req, res) => res.json(req.body));
        const server = app.listen(0, async () => {
          for (const [type, body] of [['application/json', '{"a":1}'], ['application/x-www-form-urlencoded', 'b=2'], ['text/plain', 'c']]) {
            const headers = { 'content-type': type };
            const response = await fetch('http://localhost:' + server.address().port, { method: 'POST', headers, body });
            console.log(await response.text());
          }
          server.close();
        });`;
      const { stdout, stderr } = await run(
        projects.get('4')!,
        'generic.cjs',
        program,
        ['--require', 'maglev/register'],
        { MAGLEV_EXPRESS: '4', MAGLEV_REDIRECT: 'body-parser' },
      );
      assert.equal(stdout, '{"a":1}\n{"b":"2"}\n{}\n');
      assert.match(stderr, /maglev deprecated bodyParser: use individual json\/urlencoded middlewares/);
    });

    it('logs each replacement once when MAGLEV_DEBUG is 1', async () => {
      const program = `import 'express';
        import { createRequire } from 'node:module';
        const require = createRequire(import.meta.url);
        require('express');
        require('express/lib/view');
        require('express');
        await import('express');`;
      const env = { MAGLEV_DEBUG: '1', MAGLEV_EXPRESS: '4' };
      const hook = ['--import', 'maglev/register'];
      const { stderr } = await run(projects.get('5')!, 'debug.mjs', program, hook, env);
      const lines = stderr.replaceAll('\\', '/').trim().split('\n');
      const shown = lines.map((line) => line.replace(/gets .*\/node_modules\/maglev\//, 'gets '));
      const folder = 'dist/deep/v4/node_modules/express';
      assert.deepEqual(shown, [
        `maglev: import of express gets ${folder}/index.js (Express 4)`,
        `maglev: require of express gets ${folder}/index.js (Express 4)`,
        `maglev: require of express/lib/view gets ${folder}/lib/view.js (Express 4)`,
      ]);
    });

    const wrong: [env: Record<string, string>, sentence: string][] = [
      [{ MAGLEV_EXPRESS: '6' }, 'MAGLEV_EXPRESS is "6", but has to be 3, 4 or 5.\n'],
      [
        { MAGLEV_REDIRECT: 'koa,router' },
        'MAGLEV_REDIRECT names "koa", but can only name body-parser and router, with a comma between.\n',
      ],
    ];
    for (const [env, sentence] of wrong) {
      it(`rejects ${JSON.stringify(env)} in one sentence`, async () => {
        for (const flag of ['--import', '--require']) {
          const program = `console.log('started');`;
          const outcome = await run(projects.get('5')!, 'wrong.cjs', program, [flag, 'maglev/register'], env);
          assert.deepEqual(outcome, { code: 2, stdout: '', stderr: sentence });
        }
      });
    }
  });
}

/** Express and its dependencies, with maglev installed in a parent folder. */
function registeredProject(installation: Installation, line: string): Project {
  return originalProject(installation, line, `registered-${line}`, ['body-parser', 'router']);
}

function run(
  project: Project,
  name: string,
  text: string,
  parameters: string[],
  env: object,
): Promise<Outcome> {
  project.write(name, text);
  return project.start([...parameters, name], env);
}
