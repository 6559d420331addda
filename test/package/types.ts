import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Installation, majors } from './project.js';

const folder = new URL('../types/', import.meta.url);
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];

/**
 * The programs of test/types, as users of each line would write them: with the package's name, and with the name of
 * Express. The compiler is asked once for each way to resolve modules: most of its time goes into the types of Node.
 */
export function testTypes(installed: () => Installation): void {
  for (const major of majors) {
    describe(`has types for ${major}.x, which refuse wrong code,`, () => {
      it('in CommonJS and ESM under node16', async () => {
        const names = [
          ...write(installed(), major, `require${major}.cts`, 'cts'),
          ...['shared.ts', `line${major}.ts`].flatMap((file) => [
            ...write(installed(), major, file, 'cts'),
            ...write(installed(), major, file, 'mts'),
          ]),
        ];
        assert.equal(await installed().check(names, ['--module', 'node16']), '');
      });

      it('for a bundler', async () => {
        const names = ['shared.ts', `line${major}.ts`].flatMap((file) =>
          write(installed(), major, file, 'ts'),
        );
        assert.equal(await installed().check(names, BUNDLER), '');
      });
    });
  }
}

/** Writes a program into the project and, with the name of Express, into that of the line. */
function write(installation: Installation, major: string, file: string, extension: string): string[] {
  if (!existsSync(new URL(file, folder))) return [];
  const text = readFileSync(new URL(file, folder), 'utf8');
  const name = `${file.replace(/\.\w+$/, '')}-${major}.${extension}`;
  const entry = (main: string) => (_: string, _line: string, rest: string) =>
    `'${rest ? main.split('/')[0] : main}${rest ?? ''}'`;
  const specifier = /'maglev(\/v\d)?(\/\w+)?'/g;
  installation.write(name, text.replace(specifier, entry(major === '5' ? 'maglev' : `maglev/v${major}`)));
  installation.lines.get(major)!.write(name, text.replace(specifier, entry('express')));
  return [name, `lines/${major}/${name}`];
}
