// What a stand-in has that the package does not have: a file for each line in `dist/stand-ins/`, which `npm run pack:lines` and
// `maglev swap` put together with the rest (src/cli/swap/stand-in.ts).
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Recipe } from '../src/cli/swap/stand-in.js';
import type { Bundling } from './bundle.js';
import { writeDeepFiles } from './deep.js';
import { dependenciesOf } from './dependencies.js';
import { writeStandInEntry } from './entries.js';
import { linesOf, type Manifest, nameOf, type Targets } from './manifest.js';
import { type Oracle, oracleOf } from './oracle.js';
import { write } from './write.js';

/** Our documents under the names that they have in Express. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  LICENSE: 'LICENSE',
  'Readme.md': 'README.md',
  'History.md': 'CHANGELOG.md',
};

export function writeStandIns(root: string, bundling: Bundling, manifest: Manifest): void {
  for (const [major, targets] of linesOf(manifest)) {
    const home = `${root}dist/stand-ins/${major}/`;
    const recipe = writeStandIn(home, bundling, major, targets, manifest);
    // One file, because the many small ones take eight times their size on a disk.
    write(`${root}dist/stand-ins/${major}.json`, JSON.stringify({ ...recipe, files: textsIn(home) }));
    rmSync(home, { recursive: true });
  }
}

function writeStandIn(
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
  for (const name of new Set(['index', main])) writeStandInEntry(home, bundled, name, name === main);
  // People look for other files from where this one is.
  write(`${home}index.js`, `'use strict';\nmodule.exports = require('./dist/${main}.cjs');\n`);
  const described = { ...manifestOf(oracle, major, targets, manifest), dependencies };
  write(`${home}package.json`, `${JSON.stringify(described, null, 2)}\n`);
  write(`${home}Readme.md`, readmeOf(oracle, manifest));
  return { documents: documentsOf(oracle), renames };
}

/** The texts of all files below a folder, by their paths. */
function textsIn(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(folder + path).isFile());
  return Object.fromEntries(
    files.map((path) => [path.replaceAll('\\', '/'), readFileSync(folder + path, 'utf8')]),
  );
}

/** Ours would lead to pages that are not there. */
function readmeOf({ version }: Oracle, manifest: Manifest): string {
  return `# maglev ${manifest.version} in the place of Express ${version}

${manifest.description}

This package has the name, the version and the files of Express ${version}, so that all who ask for Express get maglev. The package
\`maglev\` has the documentation, and the command that puts this one in place and takes it out again: \`npx maglev swap --undo\`.
`;
}

/** Its name and version are Express's, for which others look; ours stands beside them. */
function manifestOf(oracle: Oracle, major: string, targets: Targets, manifest: Manifest): object {
  const { version, description, keywords, license, author, types, typesVersions, engines } = manifest;
  const main = { ...targets, require: { ...targets.require, default: './index.js' } };
  const documents = Object.keys(documentsOf(oracle)).map((name) => [`./${name}`, `./${name}`]);
  return {
    name: 'express',
    version: oracle.version,
    maglev: version,
    description: `maglev ${version} in the place of Express ${oracle.version}. ${description}`,
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
