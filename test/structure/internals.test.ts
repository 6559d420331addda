import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Names with an underscore that come from Express or parseurl. */
const EXPRESS = new Set(['_all', '_body', '_locals', '_parsedUrl', '_raw']);
/** The lines use many more names of Express, and the command is not part of the framework. */
const EXCLUDED = /^(cli|lines|types)[/\\]/;

test('src/node-internals.ts lists every undocumented member of Node that the framework uses', () => {
  const listed = readFileSync(`${src}node-internals.ts`, 'utf8');
  const missing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !EXCLUDED.test(file))
    .flatMap((file) => {
      const members = readFileSync(src + file, 'utf8').matchAll(/[.'](_[a-zA-Z]\w*)/g);
      return [...members].map(([, name]) => ({ file, name: name! }));
    })
    .filter(({ name }) => !EXPRESS.has(name) && !name.startsWith('_http_') && !listed.includes(name))
    .map(({ file, name }) => `${name} in src/${file}`);
  assert.deepEqual(missing, []);
});
