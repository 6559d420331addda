// Writes the address of the repository into package.json, where npm's site and provenance read it.
//   npm run address -- https://github.com/somebody/maglev
import { readFileSync, writeFileSync } from 'node:fs';

const given = process.argv[2] ?? '';
const file = new URL(process.argv[3] ?? '../package.json', import.meta.url);

if (!/^https:\/\/[^\s/]+\/\S*[^\s/]$/.test(given) || given.endsWith('.git')) {
  console.error(
    `The address of the repository must be one that a browser opens, like https://github.com/somebody/maglev, got "${given}".`,
  );
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(file, 'utf8'));
manifest.repository = { type: 'git', url: `git+${given}.git` };
manifest.homepage = `${given}#readme`;
manifest.bugs = { url: `${given}/issues` };
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`package.json now names ${given} as the repository.`);
