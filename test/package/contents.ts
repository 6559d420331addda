import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { oracleOf } from '../../.build/oracle.js';
import { npm } from '../../bench/npm.js';
import { filesIn, type Installation, majors, manifest, root } from './project.js';

/** The packages that a file requires. */
function requiredBy(text: string): string[] {
  const names = text.matchAll(/\brequire(?:\.resolve)?\((["'])((?:@[\w.-]+\/)?[a-z][\w.:-]*)[^"']*\1\)/g);
  return [...names].map(([, , name]) => name!);
}

/** The contents of the tarballs. */
export function testContents(installed: () => Installation): void {
  describe('contains', () => {
    it('what users need and nothing else', () => {
      const files = installed().filesOf('maglev');
      const others = files.filter((file) => !/^(dist|lib|docs)\//.test(file));
      assert.deepEqual(others, ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json']);
      const pages = files.filter((file) => file.startsWith('docs/'));
      assert.deepEqual(
        pages.filter((file) => !/^docs\/([\w-]+\.md|pictures\/\w+\.svg)$/.test(file)),
        [],
      );
      // The part of the benchmarks that `maglev bench` runs.
      const benchmarks = files.filter((file) => file.startsWith('dist/bench/'));
      const needed =
        /^dist\/bench\/(package\.json|(cli|environment|framework|hooks|http|nodes|npm|peers|places|shared)\.js|(http|report)\/[\w/-]+\.js)$/;
      assert.deepEqual(
        benchmarks.filter((file) => !needed.test(file)),
        [],
      );
      const entries = majors.map((major) => `v${major}`).filter((name) => name !== 'v5');
      for (const name of ['index', 'router', 'parsers', 'register', ...entries]) {
        for (const extension of ['cjs', 'mjs', 'd.cts', 'd.mts']) {
          assert.ok(files.includes(`dist/${name}.${extension}`), `dist/${name}.${extension}`);
        }
      }
      for (const name of ['express/package.json', 'express/lib/express.js', 'router/lib/layer.js']) {
        // npm excludes folders of this name, but not everywhere.
        assert.ok(files.includes(`dist/deep/v5/node_modules/${name}`), name);
      }
      const kinds = new Set(files.map((file) => /(\.d)?\.\w+$/.exec(file)?.[0] ?? file));
      assert.deepEqual([...kinds].sort(), [
        '.cjs',
        '.css',
        '.d.cts',
        '.d.mts',
        '.js',
        '.json',
        '.map',
        '.md',
        '.mjs',
        '.svg',
        'LICENSE',
        'dist/vendor/NOTICE',
      ]);
    });

    it('for 5.x exactly what npm pack packs in this folder', () => {
      const [packed] = JSON.parse(npm(root, 'pack', '--json', '--dry-run', '--ignore-scripts'));
      const files = packed.files.map(({ path }: { path: string }) => path).sort();
      assert.deepEqual(installed().filesOf('maglev'), files);
      assert.deepEqual(installed().require('maglev/package.json'), manifest);
    });

    for (const major of majors) {
      it(`in the replacement of Express ${major} no command, and nothing for one`, () => {
        const folder = join(installed().lines.get(major)!.require.resolve('express/package.json'), '..');
        const files = filesIn(folder).filter((file) => !/^lib\//.test(file));
        const others = files.filter((file) => !file.startsWith('dist/'));
        const documents = ['CHANGELOG.md', ...oracleOf(major).files.filter((name) => /^[A-Z]/.test(name))];
        assert.deepEqual(others, [...documents, 'index.js', 'package.json'].sort());
        const idle = files.filter((file) => /^dist\/(bench|replacements|src\/cli)\//.test(file));
        assert.deepEqual(idle, []);
        const { bin, scripts, devDependencies, peerDependencies } = installed()
          .lines.get(major)!
          .require('express/package.json');
        assert.deepEqual(
          { bin, scripts, devDependencies, peerDependencies },
          { bin: undefined, scripts: undefined, devDependencies: undefined, peerDependencies: undefined },
        );
      });
    }

    for (const major of majors) {
      it(`in the replacement of Express ${major} files that require only its dependencies`, () => {
        const { require } = installed().lines.get(major)!;
        const folder = join(require.resolve('express/package.json'), '..');
        const { name, dependencies } = require('express/package.json');
        assert.deepEqual(strangersIn(folder, [name, ...Object.keys(dependencies)]), []);
      });
    }

    it('files that require only its dependencies', () => {
      const folder = join(installed().require.resolve('maglev/package.json'), '..');
      // The command runs applications on the Express of their project.
      assert.deepEqual(strangersIn(folder, ['express', ...Object.keys(manifest.dependencies)]), []);
    });

    it('no install scripts', () => {
      for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare']) {
        assert.equal(manifest.scripts[script], undefined, script);
      }
      assert.ok(!installed().filesOf('maglev').includes('binding.gyp'), 'npm would run node-gyp');
    });
  });
}

/** The packages that files in a folder require and that are neither dependencies nor optional. */
function strangersIn(folder: string, known: readonly string[]): string[] {
  const programs = filesIn(folder).filter((file) => /\.[cm]?js$/.test(file));
  const required = programs.flatMap((file) => requiredBy(readFileSync(join(folder, file), 'utf8')));
  assert.ok(required.includes('parseurl'));
  const allowed = [...known, ...Object.keys(manifest.peerDependencies)];
  return [...new Set(required)].filter((name) => !isBuiltin(name) && !allowed.includes(name));
}
