import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { flags, type Installation, majors, Project } from './project.js';

const folder = new URL('../types/', import.meta.url);
/** 3.x is too different for what is written for the others. */
const programsOf = (major: string): string[] => [...(major === '3' ? [] : ['shared.ts']), `line${major}.ts`];
/** Types that declare members of requests, and those of Express, of which they speak. */
const MIDDLEWARE = ['express-session', 'multer', 'passport'];
const EXPRESS = ['body-parser', 'connect', 'express', 'http-errors', 'serve-static'];
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/**
 * The programs of test/types, as users of each line would write them: with the package's name, and with the name of
 * Express. The compiler is asked as rarely as possible: most of its time goes into the types of Node.
 */
export function testTypes(installed: () => Installation): void {
  const skip = flags.length > 0 && `${flags} changes nothing for the compiler`;
  for (const major of majors) {
    it(`has types for ${major}.x in CommonJS and ESM, which refuse wrong code`, { skip }, async () => {
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

  it('has types for a bundler, on every line', { skip }, async () => {
    const names = majors.flatMap((major) =>
      programsOf(major).flatMap((file) => write(installed(), major, file, 'ts')),
    );
    assert.equal(await installed().check(names, BUNDLER), '');
  });

  for (const major of ['5', '4']) {
    it(`is what the types of packages find as express ${major}.x`, { skip }, async () => {
      const line = installed().lines.get(major)!;
      line.addTypes(MIDDLEWARE);
      const names = ['cts', 'mts'].map((extension) => `middleware-${major}.${extension}`);
      for (const name of names) line.write(name, textOf('middleware.ts', 'express', 'express'));
      assert.equal(await line.check(names, ['--module', 'node16']), '');
    });
  }

  it('fits the types of packages that speak of those of Express', { skip }, async () => {
    const project = new Project(join(installed().folder, 'beside-express'));
    project.addTypes([...MIDDLEWARE, ...EXPRESS]);
    // With the types of Express itself, too: what is written there is what people write.
    const entries = { 5: entryOf('5'), 4: entryOf('4'), express: 'express' };
    const names = Object.entries(entries).map(([name, entry]) => {
      project.write(`middleware-${name}.mts`, textOf('middleware.ts', 'maglev', entry));
      return `middleware-${name}.mts`;
    });
    assert.equal(await project.check(names, ['--module', 'node16']), '');
  });
}

/** Writes a program into the project and, with the name of Express, into that of the line. */
function write(installation: Installation, major: string, file: string, extension: string): string[] {
  const name = `${file.replace(/\.\w+$/, '')}-${major}.${extension}`;
  installation.write(name, textOf(file, 'maglev', entryOf(major)));
  installation.lines.get(major)!.write(name, textOf(file, 'express', 'express'));
  return [name, `lines/${major}/${name}`];
}

function entryOf(major: string): string {
  return major === '5' ? 'maglev' : `maglev/v${major}`;
}

/** The text of a program that takes maglev, and what else is in the package, from these places. */
function textOf(file: string, packageName: string, entry: string): string {
  const text = readFileSync(new URL(file, folder), 'utf8');
  return text.replace(/'maglev(?:\/v\d)?(\/\w+)?'/g, (_, part) =>
    part ? `'${packageName}${part}'` : `'${entry}'`,
  );
}
