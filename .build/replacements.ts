// Writes what a replacement has and the package does not: a file for each line in `dist/replacements/`, which
// `npm run pack:lines` and `maglev swap` combine with the rest (src/cli/swap/replacement.ts).
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Recipe } from '../src/cli/swap/replacement.js';
import type { Bundling } from './bundle.js';
import { writeDeepFiles } from './deep.js';
import { dependenciesOf } from './dependencies.js';
import { writeReplacementEntry } from './entries.js';
import { linesOf, type Manifest, nameOf, type Targets } from './manifest.js';
import { type Oracle, oracleOf } from './oracle.js';
import { write } from './write.js';

/** maglev's documents, by the names that they have in Express. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  LICENSE: 'LICENSE',
  'Readme.md': 'README.md',
  'History.md': 'CHANGELOG.md',
};

export function writeReplacements(root: string, bundling: Bundling, manifest: Manifest): void {
  for (const [major, targets] of linesOf(manifest)) {
    const home = `${root}dist/replacements/${major}/`;
    const recipe = writeReplacement(home, bundling, major, targets, manifest);
    // One file, because many small ones take eight times their size on disk.
    write(`${root}dist/replacements/${major}.json`, JSON.stringify({ ...recipe, files: textsIn(home) }));
    rmSync(home, { recursive: true });
  }
}

function writeReplacement(
  home: string,
  { bundled, vendored }: Bundling,
  major: string,
  targets: Targets,
  manifest: Manifest,
): Omit<Recipe, 'files'> {
  const oracle = oracleOf(major);
  const main = nameOf(targets);
  const { dependencies, renames, shared } = dependenciesOf(major, manifest, [...vendored.keys()]);
  for (const [name, original] of Object.entries(shared))
    write(
      `${home}dist/${vendored.get(name)}`,
      `'use strict';\nmodule.exports = () => require('${original}');\n`,
    );
  writeDeepFiles(home, bundled, main);
  for (const name of new Set(['index', main])) writeReplacementEntry(home, bundled, name, name === main);
  // A replacement depends on these types, and a program may contain several replacements.
  for (const name of ['core-types', 'node-types'])
    write(`${home}dist/${name}.d.cts`, '// These types are dependencies of this package.\n');
  // Tools resolve other files relative to this one.
  write(`${home}index.js`, `'use strict';\nmodule.exports = require('./dist/${main}.cjs');\n`);
  const described = { ...manifestOf(oracle, major, targets, manifest), dependencies };
  write(`${home}package.json`, `${JSON.stringify(described, null, 2)}\n`);
  write(`${home}Readme.md`, readmeOf(oracle, manifest));
  return { documents: documentsOf(oracle), renames };
}

/** The texts of all files below a folder, by path. */
function textsIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(folder + path).isFile());
  return Object.fromEntries(
    files.map((path) => [path.replaceAll('\\', '/'), readFileSync(folder + path, 'utf8')]),
  );
}

/** The links in maglev's README do not exist in this package. */
function readmeOf({ version }: Oracle, manifest: Manifest): string {
  return `# maglev ${manifest.version} as a replacement for Express ${version}

${manifest.description}

This package has the name, the version and the files of Express ${version}, so that every package that requires Express gets maglev.
The package \`maglev\` has the documentation, and the command that installs this package and removes it again: \`npx maglev swap --undo\`.
`;
}

/** Name and version are Express's, because other packages check them. The field `maglev` has maglev's own version. */
function manifestOf(oracle: Oracle, major: string, targets: Targets, manifest: Manifest): object {
  const { version, description, keywords, license, author, types, typesVersions, engines } = manifest;
  const main = { ...targets, require: { ...targets.require, default: './index.js' } };
  const documents = Object.keys(documentsOf(oracle)).map((name) => [`./${name}`, `./${name}`]);
  return {
    name: 'express',
    version: oracle.version,
    maglev: version,
    description: `maglev ${version} as a replacement for Express ${oracle.version}. ${description}`,
    keywords,
    license,
    author,
    main: './index.js',
    types: targets.require.types ?? types,
    typesVersions,
    exports: {
      ...manifest.exports,
      '.': main,
      [`./v${major}`]: main,
      './index': main,
      './index.js': main,
      './package': './package.json',
      ...Object.fromEntries(documents),
    },
    engines,
  };
}

function documentsOf({ files }: Oracle): Record<string, string> {
  return Object.fromEntries(Object.entries(DOCUMENTS).filter(([name]) => files.includes(name)));
}
