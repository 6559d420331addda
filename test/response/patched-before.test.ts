/** Agents are loaded before the application, and replace what Node's responses have before maglev sees it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a patch of one member, made before the framework is loaded, sees while a response is sent. */
function seenBy(member: string, module: string): unknown {
  const program = `
    import http from 'node:http';
    const seen = [];
    const { prototype } = http.OutgoingMessage;
    const original = prototype['${member}'];
    prototype['${member}'] = function (...args) {
      seen.push(args.map((one) => (typeof one === 'function' ? 'function' : String(one).replace(/express/i, 'Maglev'))));
      return original.apply(this, args);
    };
    const { default: framework } = await import('${module}');
    const app = framework();
    app.get('/', (req, res) => res.json({ a: 1 }));
    const server = app.listen(0, () => {
      seen.length = 0;
      http.get({ port: server.address().port, agent: false }, (res) => {
        res.resume().on('end', () => {
          console.log(JSON.stringify(seen.filter(([first]) => first !== 'Host' && first !== 'Connection')));
          process.exit();
        });
      });
    });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: root, encoding: 'utf8' },
  );
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

for (const member of ['setHeader', 'getHeader', 'end']) {
  test(`whoever replaced ${member} before the framework was loaded sees what it sees of Express`, () => {
    assert.deepEqual(seenBy(member, './src/index.ts'), seenBy(member, 'express5'));
  });
}
