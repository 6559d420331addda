// Writes dist/ and lib/. The implementation exists once, as CommonJS, and the ESM entries import it. So a Router created through
// require is the same class as one created through import, and a patch to one applies to the other.
//   node --import tsx .build/build.ts [--progress]
// --progress prints what it does.
import { cpSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { compileToCommonJS } from './commonjs.js';
import { writeCoreTypes } from './core-types.js';
import { sourcesOf, writeDeepLine, writeOwnDeepFiles } from './deep.js';
import { embedPackages } from './embed.js';
import { writeEntries } from './entries.js';
import { linesOf, nameOf, readEntries, readManifest } from './manifest.js';
import { compileToModules, linkPeers } from './modules.js';
import { writeReplacements } from './replacements.js';
import { write } from './write.js';

const report = process.argv.includes('--progress') ? console.log : () => {};
const root = fileURLToPath(new URL('..', import.meta.url));

// Built in a staging folder and moved into place, so that no user of dist/ sees half a build.
const begin = performance.now();
const staging = `${root}.cache/build-${process.pid}/`;
try {
  buildInto(staging);
  for (const folder of ['lib', 'dist']) {
    rmSync(root + folder, { recursive: true, force: true });
    renameSync(staging + folder, root + folder);
  }
  linkPeers(root);
  report(`Built in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`The build failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function buildInto(outdir: string): void {
  write(`${outdir}dist/package.json`, '{ "type": "commonjs" }\n');
  report('Compiling ...');
  compileToCommonJS(`${outdir}dist/`);
  report('Bundling ...');
  embedPackages(`${outdir}dist/`);
  const manifest = readManifest(root);
  const { bundled, vendored } = bundle(`${outdir}dist/`, manifest, sourcesOf);
  report('Writing the packages for each line ...');
  compileToModules(`${outdir}dist/`);
  writeOwnDeepFiles(outdir, bundled, 'index');
  for (const [major, targets] of linesOf(manifest))
    writeDeepLine(outdir, bundled, major, nameOf(targets), manifest.version);
  writeEntries(outdir, bundled, readEntries(root), 'index');
  writeReplacements(outdir, { bundled, vendored }, manifest);
  cpSync(`${root}src/types`, `${outdir}dist`, { recursive: true });
  writeCoreTypes(`${outdir}dist/`);
  cpSync(`${root}src/cli`, `${outdir}dist/src/cli`, {
    recursive: true,
    filter: (file) => !file.endsWith('.ts'),
  });
}
