import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { expressOf } from '../../bench/peers.js';

describe('the real Express is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-peers-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Installs packages without code, by their folders in `node_modules`. */
  function install(
    project: string,
    packages: Record<string, [name: string, version: string, maglev?: string]>,
  ): void {
    for (const [as, [name, version, maglev]] of Object.entries(packages)) {
      const home = join(folder, project, 'node_modules', as);
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, maglev }));
    }
  }
  const from = (...projects: string[]) => projects.map((one) => createRequire(join(folder, one, 'index.js')));
  const at = (project: string, as = 'express') => join(folder, project, 'node_modules', as);

  it('below a folder in which maglev has its name', () => {
    install('above', { express: ['express', '5.3.0', '5.0.0'] });
    install('above/below', { express: ['express', '5.3.0'] });
    assert.equal(expressOf(5, from('above', 'above/below')), at('above/below'));
  });

  it('above a folder in which maglev has its name', () => {
    install('original', { express: ['express', '4.22.0'] });
    install('original/replaced', { express: ['express', '4.22.0', '5.0.0'] });
    assert.equal(expressOf(4, from('original/replaced')), at('original'));
  });

  it('under a name with its major, beside others under its own', () => {
    install('majors', {
      express: ['express', '5.3.0', '5.0.0'],
      express4: ['express', '4.22.0'],
      express5: ['express', '5.3.0'],
    });
    assert.equal(expressOf(4, from('majors')), at('majors', 'express4'));
    assert.equal(expressOf(5, from('majors')), at('majors', 'express5'));
  });

  it('nowhere, if there is only maglev or another major', () => {
    install('without', { express: ['express', '5.3.0', '5.0.0'], express5: ['express', '4.22.0'] });
    assert.equal(expressOf(5, from('without')), undefined);
  });
});
