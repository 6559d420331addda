// What stays ES modules: the benchmarks, which import peers that are nothing else, and the scripts of pages, whose text is
// put into a page. None of it is loaded by an application, so none of it needs what commonjs.ts does.
import { symlinkSync } from 'node:fs';
import { compile } from './compile.js';
import { write } from './write.js';

/** Compiles them file by file into the same paths below `outdir`. */
export function compileToModules(outdir: string): void {
  compile('modules.json', outdir);
  write(`${outdir}bench/package.json`, '{ "type": "module" }\n');
}

/** Lets the built benchmarks find the peers of `bench/package.json`, as their sources do. npm never packs such a folder. */
export function linkPeers(root: string): void {
  symlinkSync('../../bench/node_modules', `${root}dist/bench/node_modules`, 'junction');
}
