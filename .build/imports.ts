import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The imports of each file, including type imports, by paths from the root of the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** The text before a module specifier in `import`, `export ... from` and `import()`, for values and types. */
const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

export function readImports(...folders: string[]): Imports {
  const files = folders.flatMap((folder) => {
    return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.includes('node_modules'));
  });
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(root + file, 'utf8'))]));
}

export function importsOf(file: string, text: string): string[] {
  const found = [...text.matchAll(SPECIFIER)].map(([, path]) => {
    return posix.join(posix.dirname(file), path!).replace(/\.js$/, '.ts');
  });
  return [...new Set(found)];
}

/** An import cycle as a list of files that ends with its first file again; null if there is none. */
export function findCircle(imports: Imports): string[] | null {
  const done = new Set<string>();
  for (const start of imports.keys()) {
    const circle = findCircleFrom(start, imports, done);
    if (circle !== null) return circle;
  }
  return null;
}

/** Depth-first search from a file. A file that was left once is on no cycle. */
function findCircleFrom(start: string, imports: Imports, done: Set<string>): string[] | null {
  const path: { file: string; rest: string[] }[] = [];
  const enter = (file: string): void => {
    path.push({ file, rest: [...(imports.get(file) ?? [])] });
  };
  if (!done.has(start)) enter(start);
  while (path.length > 0) {
    const { file, rest } = path.at(-1)!;
    const next = rest.shift();
    if (next === undefined) {
      done.add(file);
      path.pop();
    } else if (!done.has(next) && imports.has(next)) {
      const from = path.findIndex((step) => step.file === next);
      if (from !== -1) return [...path.slice(from).map((step) => step.file), next];
      enter(next);
    }
  }
  return null;
}

/** The imports that a rule forbids, as `a imports b`. */
export function findArrows(imports: Imports, isForbidden: (from: string, to: string) => boolean): string[] {
  return [...imports].flatMap(([from, targets]) => {
    return targets.filter((to) => isForbidden(from, to)).map((to) => `${from} imports ${to}`);
  });
}
