import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { type Installation, majors, manifest, type Project } from './project.js';

/** What distinguishes the major versions in one request: path grammar, parameters and parsers. */
const WILDCARD: Record<string, { path: string; expected: unknown }> = {
  5: { path: '/files/*rest', expected: [['a', 'b'], null] },
  4: { path: '/files/*', expected: ['a/b', {}] },
  3: { path: '/files/*', expected: ['a/b', {}] },
};

const SERVE = (path: string): string => `
  const app = express();
  app.use(express.json());
  app.get('${path}', (req, res) => res.send([req.params.rest ?? req.params[0], req.body ?? null]));
  const server = app.listen(0, async () => {
    const response = await fetch('http://localhost:' + server.address().port + '/files/a/b');
    console.log(await response.text());
    server.close();
  });`;

/** Middleware that was part of Express 3, as a program of ES modules creates it. */
const MIDDLEWARE = `
  import express, * as names from 'express';
  import { logger, session } from 'express/v3';
  const made = {
    basicAuth: ['name', 'word'], compress: [], cookieParser: ['secret'], cookieSession: [{ secret: 's' }],
    directory: ['.'], errorHandler: [], favicon: [], logger: ['tiny'], methodOverride: [], multipart: [],
    responseTime: [], session: [{ secret: 's' }], timeout: [1000], vhost: ['a.b', () => {}],
  };
  const wrong = Object.entries(made).filter(([name, args]) => {
    return typeof names[name](...args) !== 'function' || typeof express[name](...args) !== 'function';
  });
  console.log(JSON.stringify([
    wrong, logger === names.logger, 'token' in logger, new session.MemoryStore() instanceof express.session.Store,
  ]));`;

/** The package in which a major version looks up media types, and a type that distinguishes its versions. */
const MIME: Record<string, unknown[]> = {
  4: [true, '1.6.0', 'font/woff'],
  3: [true, '1.3.4', 'application/font-woff'],
};
const FIND_MIME = `
  const express = require('express');
  const beside = require('node:module').createRequire(require.resolve('express'));
  const mime = beside('mime');
  console.log(JSON.stringify([express.static.mime === mime, beside('mime/package.json').version, mime.lookup('woff')]));`;

/** Each of the packages that stand in for Express. */
export function testAliases(installed: () => Installation): void {
  for (const major of majors) {
    const { path, expected } = WILDCARD[major]!;
    const project = (): Project => installed().lines.get(major)!;

    describe(`as express ${major}.x`, () => {
      it('serves when required', async () => {
        const printed = await project().run('serve.cjs', `const express = require('express');${SERVE(path)}`);
        assert.deepEqual(JSON.parse(printed), expected);
      });

      it('serves when imported', async () => {
        const printed = await project().run('serve.mjs', `import express from 'express';${SERVE(path)}`);
        assert.deepEqual(JSON.parse(printed), expected);
      });

      it('is one instance for require and import', async () => {
        const printed = await project().run(
          'mix.mjs',
          `import { createRequire } from 'node:module';
           import express, { application, Router, request, response, static as files } from 'express';
           import line from 'express/v${major}';
           const required = createRequire(import.meta.url)('express');
           const named = { application, Router, request, response, static: files };
           console.log(JSON.stringify([
             required === express, required === line, required.default === express,
             Object.keys(named).filter((name) => express[name] !== named[name]),
           ]));`,
        );
        assert.deepEqual(JSON.parse(printed), [true, true, true, []]);
      });

      if (major === '3') {
        it('exports its bundled middleware by name', async () => {
          const printed = await project().run('middleware.mjs', MIDDLEWARE);
          assert.deepEqual(JSON.parse(printed), [[], true, true, true]);
        });
      }

      if (major in MIME) {
        it('uses the same package for media types as Express', async () => {
          assert.deepEqual(JSON.parse(await project().run('mime.cjs', FIND_MIME)), MIME[major]);
        });
      }

      it('has all entries', () => {
        const { require } = project();
        const main = require('express');
        for (const other of majors)
          assert.equal(require(`express/v${other}`) === main, other === major, other);
        assert.equal(require('express/router'), require('express/v5').Router);
        assert.equal(require('express/parsers').json, require('express/v5').json);
      });

      it('provides its name and version in package.json', () => {
        const { name, version, maglev, main } = project().require('express/package.json');
        assert.deepEqual({ name, version }, { name: 'express', version: oracleOf(major).version });
        assert.equal(maglev, manifest.version);
        // Agents resolve the main file by this field, not by `exports`.
        assert.equal(project().require.resolve('express').endsWith(main.slice(1)), true);
      });
    });
  }
}
