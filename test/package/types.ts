import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { npm } from '../../bench/npm.js';
import { filesIn, flags, type Installation, majors, manifest, Project, root, tarballIn } from './project.js';

const folder = new URL('../types/', import.meta.url);
/** 3.x is too different for the programs of the others. */
const aloneOf = (major: string): string => (major === '3' ? 'alone3.ts' : 'alone.ts');
const programsOf = (major: string): string[] => [...(major === '3' ? [] : ['shared.ts']), `line${major}.ts`];
/** Types that declare members of requests, and the types of Express that they refer to. */
const MIDDLEWARE = ['express-session', 'multer', 'passport'];
const EXPRESS = ['body-parser', 'connect', 'express', 'http-errors', 'serve-static'];
/**
 * Which programs are checked with the types of Express 5 and of Express 4, and for which major versions. They are also
 * checked with the types of Express itself, because users write against those.
 */
const BESIDE: Record<string, [file: string, line: string][]> = {
  5: [
    ['middleware', '5'],
    ['middleware', '4'],
    ['middleware', 'express'],
    ['beside', '5'],
    ['beside', '4'],
    ['beside-plain', '5'],
    ['beside-newer', '4'],
  ],
  4: [
    ['middleware', '4'],
    ['middleware', 'express'],
    ['beside', '4'],
    ['beside-plain', '4'],
  ],
};
const BY_FILES = ['--module', 'commonjs', '--moduleResolution', 'node10', '--esModuleInterop'];
/** Versions of express-serve-static-core that projects have pinned. */
const OLDER_TYPES = ['5.0.6', '4.19.6'];
/** Code that those versions also accept. */
const OLDER = `import maglev from 'maglev';
  const app = maglev();
  app.get('/users/:id', (req, res) => { res.send(req.params.id.trim() + req.path); });
  app.use((req, res, next) => next());
  // @ts-expect-error there is no such member
  app.nonsense();`;
const OVERLOAD = `import express = require('express');
  declare module 'express' {
    function Router(options?: RouterOptions): express.Router & { ws(path: string): void };
  }
  express.Router().ws('/echo');
  express.Router({ strict: true }).get('/:id', (req, res) => { res.send(req.params.id); });`;
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/**
 * The programs of test/types, as users of each major version would write them: with the name maglev, and with the name
 * express. The compiler runs as rarely as possible, because most of its time goes into the types of Node.
 */
export function testTypes(installed: () => Installation): void {
  const skip = flags.length > 0 && `${flags} changes nothing for the compiler`;
  for (const major of majors) {
    it(`has types for ${major}.x in CommonJS and ESM, which reject wrong code`, { skip }, async () => {
      const names = [
        ...write(installed(), major, `require${major}.cts`, 'cts'),
        ...programsOf(major).flatMap((file) => [
          ...write(installed(), major, file, 'cts'),
          ...write(installed(), major, file, 'mts'),
        ]),
      ];
      assert.equal(await installed().check(names, ['--module', 'node16']), '');
    });
  }

  it('has types for a bundler, in every major version', { skip }, async () => {
    const names = majors.flatMap((major) =>
      programsOf(major).flatMap((file) => write(installed(), major, file, 'ts')),
    );
    assert.equal(await installed().check(names, BUNDLER), '');
  });

  it('has types for node10 module resolution, the default of TypeScript 5', { skip }, async () => {
    const names = majors.flatMap((major) =>
      programsOf(major).flatMap((file) => write(installed(), major, file, 'ts')),
    );
    installed().write('register.ts', `import 'maglev/register';`);
    const compiler = join(installed().folder, 'node_modules/typescript/bin/tsc');
    assert.equal(await installed().check([...names, 'register.ts'], BY_FILES, compiler), '');
  });

  for (const hasNode of [false, true]) {
    it(`has types with nothing else installed${hasNode ? ' but those of Node' : ''}`, { skip }, async () => {
      const project = new Project(join(installed().tarballs, hasNode ? 'alone-with-node' : 'alone'));
      const nodeTypes = { '@types/node': manifest.devDependencies['@types/node'] };
      const dependencies = { maglev: tarballIn(installed().tarballs), ...(hasNode ? nodeTypes : {}) };
      project.write('package.json', JSON.stringify({ private: true, dependencies }));
      npm(project.folder, 'install', '--prefer-offline');
      for (const major of majors) {
        for (const extension of ['mts', 'ts'])
          project.write(`alone-${major}.${extension}`, textOf(aloneOf(major), 'maglev', entryOf(major)));
      }
      const modules = majors.map((major) => `alone-${major}.mts`);
      const scripts = majors.map((major) => `alone-${major}.ts`);
      const settings = ['--skipLibCheck', ...(hasNode ? [] : ['--types', 'null'])];
      const compiler = join(installed().folder, 'node_modules/typescript/bin/tsc');
      for (const module of ['nodenext', 'node16'])
        assert.equal(await project.check(modules, ['--module', module, ...settings]), '', module);
      assert.equal(await project.check(scripts, [...BUNDLER, ...settings]), '');
      assert.equal(await project.check(scripts, [...BY_FILES, ...settings], compiler), '');
    });
  }

  for (const version of OLDER_TYPES) {
    it(`works with ${version} of the types that maglev extends, without changing them`, {
      skip,
    }, async () => {
      const project = new Project(join(installed().folder, 'older', version));
      const maglev = tarballIn(installed().tarballs);
      const dependencies = { maglev, '@types/express-serve-static-core': version };
      project.write('package.json', JSON.stringify({ private: true, dependencies }));
      npm(project.folder, 'install', '--prefer-offline');
      const copies = filesIn(join(project.folder, 'node_modules')).filter((path) =>
        path.endsWith('@types/express-serve-static-core/package.json'),
      );
      assert.deepEqual(copies, ['@types/express-serve-static-core/package.json']);
      const names = majors.map((major) => {
        project.write(`older-${major}.mts`, OLDER.replace(`'maglev'`, `'${entryOf(major)}'`));
        return `older-${major}.mts`;
      });
      assert.equal(await project.check(names, ['--module', 'node16']), '');
    });
  }

  for (const major of ['5', '4']) {
    it(`is what the types of other packages resolve as express ${major}.x`, { skip }, async () => {
      const line = installed().lines.get(major)!;
      line.addTypes(MIDDLEWARE);
      const names = ['cts', 'mts'].map((extension) => `middleware-${major}.${extension}`);
      for (const name of names) line.write(name, textOf('middleware.ts', 'express', 'express'));
      assert.equal(await line.check(names, ['--module', 'node16']), '');
    });
  }

  for (const major of ['5', '4']) {
    it(`lets packages add an overload to Router of express ${major}.x, as @types/express-ws does`, {
      skip,
    }, async () => {
      const line = installed().lines.get(major)!;
      line.write('overload.cts', OVERLOAD);
      assert.equal(await line.check(['overload.cts'], ['--module', 'node16', '--skipLibCheck', 'false']), '');
    });
  }

  for (const major of ['5', '4']) {
    it(`is compatible with packages that refer to the types of Express ${major}`, { skip }, async () => {
      const project = new Project(join(installed().folder, `beside-express-${major}`));
      project.addTypes([...MIDDLEWARE, ...EXPRESS]);
      if (major === '4') addTypesOfExpress4(project);
      const names = BESIDE[major]!.map(([file, line]) => {
        const name = `${file}-${line}.mts`;
        const entry = line === 'express' ? line : entryOf(line);
        project.write(name, textOf(`${file}.ts`, 'maglev', entry));
        return name;
      });
      assert.equal(await project.check(names, ['--module', 'node16']), '');
    });
  }
}

/** Replaces the types of Express 5 by these and their dependencies. */
function addTypesOfExpress4(project: Project): void {
  const types = join(project.folder, 'node_modules/@types');
  const four = join(root, 'node_modules/@types/express4');
  const filter = (file: string) => !file.startsWith(join(four, 'node_modules'));
  cpSync(four, join(types, 'express'), { recursive: true, force: true, filter });
  cpSync(join(four, 'node_modules/@types'), types, { recursive: true, force: true });
  cpSync(join(root, 'node_modules/@types/mime'), join(types, 'mime'), { recursive: true });
}

/** Writes a program to the project and, with the name express, to that of the major version. */
function write(installation: Installation, major: string, file: string, extension: string): string[] {
  const name = `${file.replace(/\.\w+$/, '')}-${major}.${extension}`;
  installation.write(name, textOf(file, 'maglev', entryOf(major)));
  installation.lines.get(major)!.write(name, textOf(file, 'express', 'express'));
  return [name, `lines/${major}/${name}`];
}

function entryOf(major: string): string {
  return major === '5' ? 'maglev' : `maglev/v${major}`;
}

/** The text of a program that imports maglev and its other entries from these specifiers. */
function textOf(file: string, packageName: string, entry: string): string {
  const text = readFileSync(new URL(file, folder), 'utf8');
  return text.replace(/'maglev(?:\/v\d)?(\/\w+)?'/g, (_, part) =>
    part ? `'${packageName}${part}'` : `'${entry}'`,
  );
}
