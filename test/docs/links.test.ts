import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { anchorsOf, linksOf, pages, readPage, resolveLink, root } from '../../.build/docs/markdown.js';

const OTHERS = [
  '.build/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'examples/scaling/README.md',
  'flamegraphs/README.md',
  'src/README.md',
  'test/README.md',
];

describe('the links and pictures', () => {
  for (const page of [...pages, ...OTHERS]) {
    it(`of ${page} have existing targets`, () => {
      for (const target of linksOf(readPage(page))) {
        const link = resolveLink(page, target);
        if (link === null) continue;
        assert.ok(existsSync(root + link.path), `${page} links to ${target}, which does not exist.`);
        if (link.anchor === '') continue;
        const anchors = anchorsOf(readPage(link.path));
        assert.ok(
          anchors.includes(link.anchor),
          `${page} links to ${target}; there are ${anchors.join(', ')}.`,
        );
      }
    });
  }

  it('connect the README with every page in both directions', () => {
    const targets = new Set(
      linksOf(readPage('README.md')).map((target) => resolveLink('README.md', target)?.path),
    );
    const unlinked = pages.filter((page) => !/README\.md$/.test(page) && !targets.has(page));
    assert.deepEqual(unlinked, []);
    for (const page of pages.slice(1)) assert.ok(linksOf(readPage(page)).includes('../README.md'), page);
  });

  it('of the packed README are packed with it', () => {
    const files = packedFiles();
    for (const target of linksOf(readPage('README.md'))) {
      const path = resolveLink('README.md', target)?.path;
      assert.ok(path === undefined || files.has(path), `README.md links to ${target}, which is not packed.`);
    }
  });
});

/** The paths of all files that npm would pack. */
function packedFiles(): Set<string> {
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--dry-run', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  return new Set(JSON.parse(printed)[0].files.map(({ path }: { path: string }) => path));
}
