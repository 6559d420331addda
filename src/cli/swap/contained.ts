import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipeOf } from './replacement.js';

/** The bundles that each line loads; see `.build/bundle.ts`. */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  5: ['core', 'late'],
  4: ['core', 'late', 'v4'],
  3: ['core', 'late', 'v4', 'v3'],
};

/**
 * The packages that Express of a line uses and the replacement does not load: it contains them or does itself what they do,
 * or it loads another major under another name. So an override of one of them has no effect on it.
 */
export function containedIn(root: string, major: string): Set<string> {
  const { renames, files } = recipeOf(root, major);
  const { dependencies } = JSON.parse(files['package.json']!) as { dependencies: object };
  const loaded = new Set<string>();
  for (const bundle of BUNDLES[major] ?? []) {
    const text = readFileSync(join(root, `dist/bundle/${bundle}.js`), 'utf8');
    for (const [, request = ''] of text.matchAll(/\brequire\("([^"]+)"\)/g)) {
      loaded.add(renames[request] ?? request);
    }
  }
  const unused = Object.entries(dependencies).filter(([name, spec]) => {
    return !loaded.has(name) && !name.startsWith('@types/') && !String(spec).startsWith('npm:');
  });
  return new Set(unused.map(([name]) => name));
}
