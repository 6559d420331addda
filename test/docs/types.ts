import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, root } from '../../.build/docs/markdown.js';
import { placeOf, Story } from '../../.build/docs/story.js';

const SETTINGS = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--noEmit'];

/** Type-checks blocks of TypeScript, each as a separate module. */
export async function assertTypes(blocks: readonly Block[]): Promise<void> {
  const story = new Story(blocks[0]!.page);
  try {
    const files = blocks.map((block) => `${placeOf(block).replace(/\W+/g, '-')}.ts`);
    blocks.forEach(({ text }, i) => {
      writeFileSync(join(story.project, files[i]!), `${text}\nexport {};\n`);
    });
    assert.equal(await typeErrorsOf(files, story.project), '');
  } finally {
    await story.end();
  }
}

function typeErrorsOf(files: readonly string[], cwd: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...SETTINGS, ...files], { cwd }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
