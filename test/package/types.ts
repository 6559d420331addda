import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { flags, type Installation, majors } from './project.js';

const folder = new URL('../types/', import.meta.url);
/** 3.x is too different for what is written for the others. */
const programsOf = (major: string): string[] => [...(major === '3' ? [] : ['shared.ts']), `line${major}.ts`];
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
}

/** Writes a program into the project and, with the name of Express, into that of the line. */
function write(installation: Installation, major: string, file: string, extension: string): string[] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const name = `${file.replace(/\.\w+$/, '')}-${major}.${extension}`;
  const from = (packageName: string, entry: string): string =>
    text.replace(/'maglev(?:\/v\d)?(\/\w+)?'/g, (_, part) =>
      part ? `'${packageName}${part}'` : `'${entry}'`,
    );
  installation.write(name, from('maglev', major === '5' ? 'maglev' : `maglev/v${major}`));
  installation.lines.get(major)!.write(name, from('express', 'express'));
  return [name, `lines/${major}/${name}`];
}
