import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Creates a temporary folder with these files, all with the same mtime. It is removed when the process exits. */
export function folder(files: Record<string, string | Buffer>): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'maglev-test-'));
  const stamp = new Date('2020-09-13T12:26:40Z');
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    fs.utimesSync(file, stamp, stamp);
  }
  process.once('exit', () => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}
