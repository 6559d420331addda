/**
 * `node --import tsx test/cli/compare/runs.ts 200`: runs `maglev compare` 200 times on an application whose responses are never
 * the same, and 200 times on the same application with one real difference. The first runs must all pass, the others fail.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [runs = 20, parallel = availableParallelism()] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'maglev-compare-runs-'));

try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules/express5'), join(folder, 'node_modules/express'), 'dir');
  copyFileSync(join(root, 'test/cli/compare/varying.cjs'), join(folder, 'app.cjs'));
  const wrong = [...(await count('0', [0])), ...(await count('1', [1]))];
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The outcomes of all runs with the wrong verdict. */
async function count(seeded: string, right: readonly number[]): Promise<Outcome[]> {
  const wrong: Outcome[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < runs) {
      begun++;
      const outcome = await compare(seeded);
      if (!right.includes(outcome.code)) {
        wrong.push(outcome);
        console.log(outcome.text);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const what = seeded === '1' ? 'with a difference' : 'without a difference';
  console.log(`${runs} runs ${what}: ${wrong.length} wrong`);
  return wrong;
}

interface Outcome {
  readonly code: number;
  readonly text: string;
}

function compare(seeded: string): Promise<Outcome> {
  const command = join(root, 'dist/src/cli/bin.cjs');
  // Enough time for a busy machine.
  const patience = ['--time', '120', '--timeout', '60', '--response-time', '30'];
  const args = [command, 'compare', 'app.cjs', '--only-equality', '--json', ...patience];
  const options = { cwd: folder, env: { ...process.env, SEEDED: seeded }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const text = error === null ? '' : `${stderr}${differencesIn(stdout)}`;
      resolve({ code: Number(error?.code ?? 0), text });
    });
  });
}

function differencesIn(json: string): string {
  if (!json.startsWith('{')) return json;
  const { comparisons, requests } = JSON.parse(json);
  const different = comparisons.filter(({ verdict }: any) => verdict !== 'equal' && verdict !== 'varies');
  return JSON.stringify({ left: requests.left, different }, null, 1);
}
