/**
 * Agents are loaded before the application and patch Node's responses before maglev is loaded. Others patch them after that
 * and before the first response.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a program with 'MODULE' replaced by this module, and parses the JSON that it prints. */
function printedBy(module: string, program: string): unknown {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program.replaceAll('MODULE', module)],
    { cwd: root, encoding: 'utf8' },
  );
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

/** The calls that a patched member gets during responses, if it is patched before or after the framework is loaded. */
function callsOf(member: string, module: string, when: 'before' | 'after'): unknown {
  const program = `
    import http from 'node:http';
    const seen = [];
    if ('${when}' === 'after') await import('MODULE');
    const { prototype } = http.OutgoingMessage;
    const original = prototype['${member}'];
    prototype['${member}'] = function (...args) {
      seen.push(args.map((one) => (typeof one === 'function' ? 'function' : String(one).replace(/express/i, 'Maglev'))));
      return original.apply(this, args);
    };
    const { default: framework } = await import('MODULE');
    const app = framework();
    app.get('/json', (req, res) => res.json({ a: 1 }));
    app.get('/file', (req, res) => res.sendFile('${root}LICENSE'));
    app.use('/static', framework.static('${root}'));
    const send = (path) => new Promise((resolve) => {
      http.get({ port: server.address().port, agent: false, path }, (res) => res.resume().on('end', resolve));
    });
    const server = app.listen(0, async () => {
      seen.length = 0;
      for (const path of ['/json', '/file', '/static/LICENSE']) await send(path);
      console.log(JSON.stringify(seen.filter(([first]) => first !== 'Host' && first !== 'Connection')));
      process.exit();
    });`;
  return printedBy(module, program);
}

for (const when of ['before', 'after'] as const) {
  for (const member of ['setHeader', 'getHeader', 'removeHeader', 'write', 'end']) {
    test(`${member} replaced ${when} the framework was loaded gets the same calls as in Express`, () => {
      assert.deepEqual(callsOf(member, './src/index.ts', when), callsOf(member, 'express5', when));
    });
  }
}

/** Installed when the framework is loaded, before it has tested how responses of this Node version behave. */
const OBSERVERS: Readonly<Record<string, string>> = {
  'wrapped emit': `
    const { emit } = EventEmitter.prototype;
    EventEmitter.prototype.emit = function (event, ...rest) {
      if (this instanceof Response) seen.push(event);
      return emit.call(this, event, ...rest);
    };`,
  'replaced class': `
    http.ServerResponse = class extends http.ServerResponse {
      constructor(...args) { super(...args); seen.push('created'); }
    };
    syncBuiltinESMExports();`,
  'new accessor': `
    Object.defineProperty(http.OutgoingMessage.prototype, '_header', {
      get() { return this.header_; },
      set(value) { if (this instanceof Response) seen.push(typeof value); this.header_ = value; },
    });`,
};

for (const [name, observer] of Object.entries(OBSERVERS)) {
  test(`a ${name} observes the responses to requests and no others`, () => {
    const program = `
      import { EventEmitter } from 'node:events';
      import http from 'node:http';
      import { syncBuiltinESMExports } from 'node:module';
      import framework from 'MODULE';
      const Response = http.ServerResponse;
      const seen = [];
      ${observer}
      const app = framework();
      app.get('/json/:id', (req, res) => res.json({ id: req.params.id }));
      const send = (path) => new Promise((resolve) => {
        http.get({ port: server.address().port, agent: false, path }, (res) => res.resume().on('end', resolve));
      });
      const server = app.listen(0, async () => {
        for (let id = 0; id < 30; id++) await send('/json/' + id);
        console.log(JSON.stringify(seen));
        process.exit();
      });`;
    assert.deepEqual(printedBy('./src/index.ts', program), printedBy('express5', program));
  });
}
