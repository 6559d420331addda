// package.json as the build reads it. Its `exports` are the only list of the package's entries: an entry that supports both
// require and import and points at `dist/name.*` is built from `src/name.ts`. Adding one there is all the build needs.
import { readFileSync } from 'node:fs';

export interface Entry {
  /** The specifier that a user imports: 'maglev', 'maglev/router'. */
  readonly specifier: string;
  /** The base name of the source and of the generated files. */
  readonly name: string;
}

export interface Targets {
  import: { types: string; default: string };
  require: { types: string; default: string };
}

export interface Manifest {
  name: string;
  version: string;
  description: string;
  keywords: string[];
  license: string;
  author: string;
  main: string;
  types: string;
  typesVersions: object;
  engines: Record<string, string>;
  files: string[];
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  exports: Record<string, string | Targets>;
}

export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
}

/** The lines of the package, with the targets of their entries `./v<major>`. */
export function linesOf(manifest: Manifest): [major: string, Targets][] {
  return Object.entries(manifest.exports).flatMap(([key, targets]) => {
    const major = /^\.\/v(\d+)$/.exec(key)?.[1];
    return major === undefined ? [] : [[major, targets as Targets]];
  });
}

/** The entries in package.json. Throws unless each points at the files that the build writes. */
export function readEntries(root: string): Entry[] {
  const manifest = readManifest(root);
  return Object.entries(manifest.exports).flatMap(([key, targets]) => {
    if (typeof targets === 'string') return [];
    const name = nameOf(targets);
    assertTargets(key, targets, name);
    return [{ specifier: manifest.name + key.slice(1), name }];
  });
}

/** The base name of the files that an entry points at. */
export function nameOf(targets: Targets): string {
  return /^\.\/dist\/(\w+)\./.exec(targets?.require?.default)?.[1] ?? 'index';
}

function assertTargets(key: string, actual: unknown, name: string): void {
  const expected = {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
  // Node matches conditions in the order they are written, so the comparison includes the order.
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`package.json exports["${key}"] must be ${JSON.stringify(expected, null, 2)}`);
  }
}
