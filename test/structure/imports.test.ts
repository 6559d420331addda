import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findArrows, findCircle, importsOf, readImports } from '../../.build/imports.js';

const imports = readImports('src', 'compiler');

/** The files that do not depend on a release line, only on the interface in `lines/line.ts`. */
const CORE =
  /^src\/(contracts|dispatch|parsers|registration|request|response|server)\/|^src\/(create|etag|function-names|memo|node-internals|static|symbols|timers|utils|view)\.ts$/;
const LINE = /^src\/lines\/(?!line\.ts$)/;
const ENTRY = /^src\/(index|parsers|register|router|v3|v4)\.ts$/;

describe('the imports of src and compiler', () => {
  it('have no cycle, including types, the build, the benchmarks and the profilers', () => {
    const cycle = findCircle(readImports('.build', 'src', 'compiler', 'bench', 'flamegraphs'));
    assert.equal(cycle, null, `import cycle: ${cycle?.join(' -> ')}`);
  });

  it('do not lead from the core to a release line or to an entry of the package', () => {
    assert.deepEqual(
      findArrows(imports, (from, to) => CORE.test(from) && (LINE.test(to) || ENTRY.test(to))),
      [],
    );
  });

  it('lead from one release line to another only if the older one builds on the newer', () => {
    const versionOf = (file: string): number => Number(/^src\/lines\/v(\d)\//.exec(file)?.[1] ?? Number.NaN);
    assert.deepEqual(
      findArrows(imports, (from, to) => versionOf(from) > versionOf(to)),
      [],
    );
  });

  it('lead from the shared types only to shared types and the compiler', () => {
    assert.deepEqual(
      findArrows(
        imports,
        (from, to) => /^src\/contracts\//.test(from) && !/^(src\/contracts|compiler)\//.test(to),
      ),
      [],
    );
  });

  it('lead from the compiler only to the compiler', () => {
    assert.deepEqual(
      findArrows(imports, (from, to) => from.startsWith('compiler/') && !to.startsWith('compiler/')),
      [],
    );
  });

  it('do not lead from the framework to its command', () => {
    assert.deepEqual(
      findArrows(imports, (from, to) => !from.startsWith('src/cli/') && to.startsWith('src/cli/')),
      [],
    );
  });

  it('lead to existing files', () => {
    const missing = findArrows(imports, (_, to) => !imports.has(to) && /^(src|compiler)\/.*\.ts$/.test(to));
    assert.deepEqual(missing, []);
  });
});

describe('the import parser', () => {
  it('finds imports of values and types, exports and dynamic imports', () => {
    const text = [
      `import a from './a.js';`,
      `import type { B } from '../b.js';`,
      `import {\n  c,\n} from './c.js';`,
      `export { d } from './d.js';`,
      `export type { E } from './e.js';`,
      `const f = await import('./f.js');`,
      `type G = import('./g.js').G;`,
      `import './h.js';`,
      `import fs from 'node:fs';`,
    ].join('\n');
    const names = ['a', '../b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => {
      return name.startsWith('..') ? `src/${name.slice(3)}.ts` : `src/x/${name}.ts`;
    });
    assert.deepEqual(importsOf('src/x/file.ts', text), names);
  });

  it('lists the files of a cycle', () => {
    const circular = new Map([
      ['a.ts', ['b.ts', 'c.ts']],
      ['b.ts', []],
      ['c.ts', ['d.ts']],
      ['d.ts', ['b.ts', 'c.ts']],
    ]);
    assert.deepEqual(findCircle(circular), ['c.ts', 'd.ts', 'c.ts']);
  });
});
