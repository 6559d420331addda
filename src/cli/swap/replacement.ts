import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a replacement differs from the package. */
export interface Recipe {
  /** Documents of the package, by their names in the replacement. */
  readonly documents: Readonly<Record<string, string>>;
  /** The names of dependencies in the replacement, by the names that maglev's files require. */
  readonly renames: Readonly<Record<string, string>>;
  /** The texts of the files that only the replacement has, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Parts of dist/ that no user of Express needs: the command, its benchmarks, and the recipes that this file reads. */
const LEFT_OUT = /^(bench|src\/cli|replacements)\//;
const COMPILED = /^dist\/(bundle|src|compiler|vendor)\/.*\.js$/;

/** The manifests of the replacements in the package, by line. `root` ends with a slash. */
export function replacementsOf(root: string): Map<string, { version: string; maglev: string }> {
  const majors = readdirSync(join(root, 'dist/replacements')).map((file) => file.replace(/\.json$/, ''));
  return new Map(
    majors
      .sort()
      .reverse()
      .map((major) => [major, JSON.parse(recipeOf(root, major).files['package.json']!)]),
  );
}

/** The files of the package that replaces Express of a line, by path. */
export function filesOfReplacement(root: string, major: string): Map<string, Buffer> {
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
  // These files already use the new names of dependencies.
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

/** Paths of all files below a folder, with slashes. Links are skipped: they exist only in the checkout. */
function pathsIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name;
    if (entry.isDirectory()) return pathsIn(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

export function recipeOf(root: string, major: string): Recipe {
  return JSON.parse(readFileSync(join(root, 'dist/replacements', `${major}.json`), 'utf8'));
}
