import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a stand-in differs from the package. */
export interface Recipe {
  /** Documents of the package, under the names that they get. */
  readonly documents: Readonly<Record<string, string>>;
  /** The names that dependencies have there, under those that our files require. */
  readonly renames: Readonly<Record<string, string>>;
  /** The texts of the files that it has of its own, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

/** Parts of dist/ that nobody asks Express for: the command, what it measures with, and what this file reads. */
const LEFT_OUT = /^(bench|src\/cli|stand-ins)\//;
const COMPILED = /^dist\/(bundle|src|compiler|vendor)\/.*\.js$/;

/** The lines for which the package at `root`, with a slash at its end, has stand-ins, and the manifests of these. */
export function standInsOf(root: string): Map<string, { version: string; maglev: string }> {
  const majors = readdirSync(join(root, 'dist/stand-ins')).map((file) => file.replace(/\.json$/, ''));
  return new Map(
    majors
      .sort()
      .reverse()
      .map((major) => [major, JSON.parse(recipeOf(root, major).files['package.json']!)]),
  );
}

/** The files of the package that stands in for Express of a line, under their paths in it. */
export function filesOfStandIn(root: string, major: string): Map<string, Buffer> {
  const { documents, renames, files: own } = recipeOf(root, major);
  const files = new Map<string, Buffer>();
  for (const [name, original] of Object.entries({ ...documents, 'CHANGELOG.md': 'CHANGELOG.md' })) {
    files.set(name, readFileSync(join(root, original)));
  }
  for (const path of pathsIn(join(root, 'dist'))) {
    if (!LEFT_OUT.test(path)) files.set(`dist/${path}`, readFileSync(join(root, 'dist', path)));
  }
  for (const [path, bytes] of files) {
    if (COMPILED.test(path)) files.set(path, renameDependencies(bytes, renames));
  }
  // They name packages as they are called there.
  for (const [path, text] of Object.entries(own)) files.set(path, Buffer.from(text));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function renameDependencies(bytes: Buffer, renames: Recipe['renames']): Buffer {
  const text = bytes.toString();
  const renamed = text.replace(/(?<=\brequire(?:\.resolve)?\((["']))[^"'.][^"']*(?=\1\))/g, (name) => {
    return Object.hasOwn(renames, name) ? renames[name]! : name;
  });
  return renamed === text ? bytes : Buffer.from(renamed);
}

/** Paths of all files below a folder, with slashes; links are for the checkout alone. */
function pathsIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name;
    if (entry.isDirectory()) return pathsIn(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

function recipeOf(root: string, major: string): Recipe {
  return JSON.parse(readFileSync(join(root, 'dist/stand-ins', `${major}.json`), 'utf8'));
}
