import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

/** Runs the TypeScript compiler on a configuration file of this folder; the results keep their paths below `outdir`. */
export function compile(project: string, outdir: string): void {
  const parameters = [tsc, '-p', folder + project, '--outDir', outdir];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}
