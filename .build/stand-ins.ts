// What a stand-in has that the package does not have: one for each line, below `dist/stand-ins/`, where `npm run pack:lines`
// and `maglev swap` put it together with the rest (src/cli/swap/stand-in.ts).
import type { Recipe } from '../src/cli/swap/stand-in.js';
import { writeDeepFiles } from './deep.js';
import { dependenciesOf } from './dependencies.js';
import { linesOf, type Manifest, nameOf, type Targets, writeCommonJSEntry } from './entries.js';
import { type Oracle, oracleOf } from './oracle.js';
import { write } from './write.js';

/** Our documents under the names that they have in Express. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  LICENSE: 'LICENSE',
  'Readme.md': 'README.md',
  'History.md': 'CHANGELOG.md',
};

export function writeStandIns(root: string, manifest: Manifest): void {
  for (const [major, targets] of linesOf(manifest)) {
    writeStandIn(`${root}dist/stand-ins/${major}/`, major, targets, manifest);
  }
}

function writeStandIn(home: string, major: string, targets: Targets, manifest: Manifest): void {
  const oracle = oracleOf(major);
  const main = nameOf(targets);
  const { dependencies, renames } = dependenciesOf(major, manifest);
  writeDeepFiles(home, main);
  for (const name of new Set(['index', main])) writeCommonJSEntry(home, name, name === main);
  // People look for other files from where this one is.
  write(`${home}index.js`, `'use strict';\nmodule.exports = require('./dist/${main}.cjs');\n`);
  const described = { ...manifestOf(oracle, major, targets, manifest), dependencies };
  write(`${home}package.json`, `${JSON.stringify(described, null, 2)}\n`);
  write(`${home}Readme.md`, readmeOf(oracle, manifest));
  const recipe: Recipe = { documents: documentsOf(oracle), renames };
  write(`${home}recipe.json`, `${JSON.stringify(recipe, null, 2)}\n`);
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
