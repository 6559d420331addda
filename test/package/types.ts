import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMMONJS_PROGRAM, COMMONJS_PROGRAM_4, ESM_PROGRAM, ESM_PROGRAM_4 } from './programs.js';
import { type Installation, majors } from './project.js';

const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler'];

interface Programs {
  commonjs: string;
  esm: string;
}

/** What TypeScript users of each line write. */
const PROGRAMS: Record<string, Programs> = {
  5: { commonjs: COMMONJS_PROGRAM, esm: ESM_PROGRAM },
  4: { commonjs: COMMONJS_PROGRAM_4, esm: ESM_PROGRAM_4 },
};

/** The compiler is asked once for each way to resolve modules: most of its time goes into reading the types of Node. */
export function testTypes(installed: () => Installation): void {
  describe('has types, which refuse wrong code,', () => {
    it('for CommonJS and ESM under node16', async () => {
      const files = writePrograms(installed(), { commonjs: 'cts', esm: 'mts' });
      assert.equal(await installed().check(files, ['--module', 'node16']), '');
    });

    it('for a bundler', async () => {
      const files = writePrograms(installed(), { esm: 'ts' });
      assert.equal(await installed().check(files, BUNDLER), '');
    });
  });
}

/** Writes the programs, by the package's name into the project, and under the name of Express into those of the lines. */
function writePrograms(installation: Installation, extensions: Partial<Programs>): string[] {
  const names: string[] = [];
  for (const major of majors.filter((major) => PROGRAMS[major])) {
    for (const [kind, extension] of Object.entries(extensions)) {
      const text = PROGRAMS[major]![kind as keyof Programs];
      const name = `line${major}.${extension}`;
      const aliased = text.replace(/'maglev(\/v\d)?(\/\w+)?'/g, (_, _line, rest = '') => `'express${rest}'`);
      installation.write(name, text);
      installation.lines.get(major)!.write(name, aliased);
      names.push(name, `lines/${major}/${name}`);
    }
  }
  return names;
}
