/**
 * Agents are loaded before the application, and replace what Node's responses have before maglev sees it; others replace it
 * between that and the first answer.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a patch of one member, made before or after the framework is loaded, sees while responses are sent. */
function seenBy(member: string, module: string, when: 'before' | 'after'): unknown {
  const program = `
    import http from 'node:http';
    const seen = [];
    if ('${when}' === 'after') await import('${module}');
    const { prototype } = http.OutgoingMessage;
    const original = prototype['${member}'];
    prototype['${member}'] = function (...args) {
      seen.push(args.map((one) => (typeof one === 'function' ? 'function' : String(one).replace(/express/i, 'Maglev'))));
      return original.apply(this, args);
    };
    const { default: framework } = await import('${module}');
    const app = framework();
    app.get('/json', (req, res) => res.json({ a: 1 }));
    app.get('/file', (req, res) => res.sendFile('${root}LICENSE'));
    app.use('/static', framework.static('${root}'));
    const ask = (path) => new Promise((resolve) => {
      http.get({ port: server.address().port, agent: false, path }, (res) => res.resume().on('end', resolve));
    });
    const server = app.listen(0, async () => {
      seen.length = 0;
      for (const path of ['/json', '/file', '/static/LICENSE']) await ask(path);
      console.log(JSON.stringify(seen.filter(([first]) => first !== 'Host' && first !== 'Connection')));
      process.exit();
    });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { cwd: root, encoding: 'utf8' },
  );
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

for (const when of ['before', 'after'] as const) {
  for (const member of ['setHeader', 'getHeader', 'removeHeader', 'write', 'end']) {
    test(`whoever replaced ${member} ${when} the framework was loaded sees what it sees of Express`, () => {
      assert.deepEqual(seenBy(member, './src/index.ts', when), seenBy(member, 'express5', when));
    });
  }
}
