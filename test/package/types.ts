import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { flags, type Installation, majors } from './project.js';

const folder = new URL('../types/', import.meta.url);
/** 3.x is too different for what is written for the others. */
const programsOf = (major: string): string[] => [...(major === '3' ? [] : ['shared.ts']), `line${major}.ts`];
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/**
 * The programs of test/types, as users of each line would write them: with the package's name, and with the name of
 * Express. The compiler is asked once for each way to resolve modules: most of its time goes into the types of Node.
 */
export function testTypes(installed: () => Installation): void {
  const skip = flags.length > 0 && `${flags} changes nothing for the compiler`;
  for (const major of majors) {
    describe(`has types for ${major}.x, which refuse wrong code,`, { skip }, () => {
      it('in CommonJS and ESM under node16', async () => {
        const names = [
          ...write(installed(), major, `require${major}.cts`, 'cts'),
          ...programsOf(major).flatMap((file) => [
            ...write(installed(), major, file, 'cts'),
            ...write(installed(), major, file, 'mts'),
          ]),
        ];
        assert.equal(await installed().check(names, ['--module', 'node16']), '');
      });

      it('for a bundler', async () => {
        const names = programsOf(major).flatMap((file) => write(installed(), major, file, 'ts'));
        assert.equal(await installed().check(names, BUNDLER), '');
      });
    });
  }
}

/** Writes a program into the project and, with the name of Express, into that of the line. */
function write(installation: Installation, major: string, file: string, extension: string): string[] {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const name = `${file.replace(/\.\w+$/, '')}-${major}.${extension}`;
  const entry = (main: string) => (_: string, _line: string, rest: string) =>
    `'${rest ? main.split('/')[0] : main}${rest ?? ''}'`;
  const specifier = /'maglev(\/v\d)?(\/\w+)?'/g;
  installation.write(name, text.replace(specifier, entry(major === '5' ? 'maglev' : `maglev/v${major}`)));
  installation.lines.get(major)!.write(name, text.replace(specifier, entry('express')));
  return [name, `lines/${major}/${name}`];
}
