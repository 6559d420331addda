// The package's entries live in one place: the `exports` of package.json. An entry `./name` that answers both
// require and import stands for `src/name.ts` ('.' for `src/index.ts`); adding one there is all the build needs.
import { readFileSync } from 'node:fs';

export interface Entry {
  /** What a user imports: 'maglev', 'maglev/router'. */
  readonly specifier: string;
  /** Base name of the source and of the generated files. */
  readonly name: string;
}

interface Manifest {
  name: string;
  exports: Record<string, string | Record<string, Record<string, string>>>;
}

/** The entries in package.json, after checking that each points at the files which the build writes. */
export function readEntries(root: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;
  return Object.keys(manifest.exports)
    .filter((key) => typeof manifest.exports[key] === 'object')
    .map((key) => {
      const name = key === '.' ? 'index' : key.slice('./'.length);
      assertTargets(key, manifest.exports[key], name);
      return { specifier: manifest.name + key.slice(1), name };
    });
}

function assertTargets(key: string, actual: unknown, name: string): void {
  const expected = {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
  // Conditions are matched in the order written, so the comparison minds the order too.
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`package.json exports["${key}"] must be ${JSON.stringify(expected, null, 2)}`);
  }
}
