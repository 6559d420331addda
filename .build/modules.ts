// Compiles the files that stay ES modules: the benchmarks, which import peers that exist only as ES modules, and the scripts of
// pages, which are embedded as text. No application loads them, so they do not need what commonjs.ts does.
import { symlinkSync } from 'node:fs';
import { compile } from './compile.js';
import { write } from './write.js';

/** Compiles them file by file into the same paths below `outdir`. */
export function compileToModules(outdir: string): void {
  compile('modules.json', outdir);
  write(`${outdir}bench/package.json`, '{ "type": "module" }\n');
}

/** Links the peers of `bench/package.json`, so that the built benchmarks find them. npm never packs such a folder. */
export function linkPeers(root: string): void {
  symlinkSync('../../bench/node_modules', `${root}dist/bench/node_modules`, 'junction');
}
