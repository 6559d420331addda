import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../../../.build/docs/markdown.js';
import { reportSwap, reportUndo } from '../../../src/cli/swap/report.js';
import type { Survey, User } from '../../../src/cli/swap/survey.js';

const user = (name: string, version: string, maglev?: string): User => {
  const express = { version, maglev, path: 'node_modules/express' };
  return { name, version: '1.0.0', path: name, range: '*', kind: 'package', express };
};
const survey = (users: User[], leftAlone: Survey['leftAlone'] = []): Survey => ({ users, leftAlone });
const FILES = ['package.json', 'pnpm-lock.yaml'];

describe('what maglev swap prints', () => {
  it('names the packages with maglev, changed versions, skipped packages, and all changed files', () => {
    const lines = reportSwap({
      isNew: true,
      before: survey([user('shop', '4.16.2'), user('uses', '4.22.3'), user('newer', '5.2.1')]),
      after: survey(
        [user('shop', '4.22.3', '5.0.0'), user('uses', '4.22.3', '5.0.0'), user('newer', '5.3.0', '5.0.0')],
        [{ name: 'express3', version: '3.21.2', why: 'an alias', user: 'shop' }],
      ),
      files: FILES,
      ignored: [],
      written: [],
      ineffective: [{ where: 'overrides.qs', spec: '6.9.0', below: [], name: 'qs' }],
      removed: [{ where: 'overrides.express.vary', spec: '1.1.1', below: ['express'], name: 'vary' }],
      others: [{ name: 'shop', text: 'debug 2.6.8 became 2.6.9' }],
    });
    assert.deepEqual(lines, [
      'express 4.22.3 is now provided by maglev 5.0.0 in: shop, uses',
      'express 5.3.0 is now provided by maglev 5.0.0 in: newer',
      'Not replaced: express3 3.21.2 (an alias) in: shop',
      'express 4.16.2 became 4.22.3 in: shop. Express has changed the Content-Security-Policy of the 404 and error pages, and the page of redirects, and backslashes in Location: see docs/swapping-in.md#older-releases-of-the-same-major',
      'express 5.2.1 became 5.3.0 in: newer. Express has changed the page of redirects: see docs/swapping-in.md#older-releases-of-the-same-major',
      'debug 2.6.8 became 2.6.9 in: shop',
      'overrides.qs (6.9.0) no longer has an effect on Express: maglev contains its own qs.',
      'overrides.express.vary (1.1.1) was removed, because npm cannot apply it to several copies of Express: "maglev swap --undo" restores it.',
      '',
      'Changed: package.json, pnpm-lock.yaml. Added: maglev-swap/, which is now part of the project: commit it.',
      'Undo with "maglev swap --undo". Run "maglev swap" again after adding packages that use Express.',
    ]);
  });

  it('names the replacements that git ignores, and says what to do', () => {
    const unchanged = survey([user('shop', '4.22.3', '5.0.0')]);
    const ignored = ['maglev-swap/a.tgz', 'maglev-swap/b.tgz'];
    for (const isNew of [true, false]) {
      const lines = reportSwap({
        isNew,
        before: unchanged,
        after: unchanged,
        files: FILES,
        ignored,
        written: [],
        ineffective: [],
        removed: [],
        others: [],
      });
      assert.equal(
        lines.at(-1),
        'git ignores maglev-swap/a.tgz, maglev-swap/b.tgz, without which clones cannot be installed: add the line !maglev-swap/*.tgz to .gitignore in this folder, or run "git add -f maglev-swap".',
      );
    }
  });

  it('omits unchanged versions, and releases with the same responses', () => {
    const lines = reportSwap({
      isNew: true,
      before: survey([user('shop', '4.21.2'), user('same', '4.22.3')]),
      after: survey([user('shop', '4.22.3', '5.0.0'), user('same', '4.22.3', '5.0.0')]),
      files: FILES,
      ignored: [],
      written: [],
      ineffective: [],
      removed: [],
      others: [],
    });
    assert.deepEqual(lines.slice(0, 2), [
      'express 4.22.3 is now provided by maglev 5.0.0 in: shop, same',
      'express 4.21.2 became 4.22.3 in: shop',
    ]);
  });

  it('links to a section that exists', () => {
    const changed = {
      isNew: true,
      before: survey([user('shop', '4.16.2')]),
      files: FILES,
      ignored: [],
      written: [],
      ineffective: [],
      removed: [],
      others: [],
    };
    const lines = reportSwap({ ...changed, after: survey([user('shop', '4.22.3', '5.0.0')]) });
    const [, page = '', section] = /see (.+)#(.+)$/m.exec(lines.join('\n')) ?? [];
    const titles = readFileSync(join(root, page), 'utf8').match(/(?<=^#+ ).+$/gm) ?? [];
    assert.ok(
      titles.some((title) => title.toLowerCase().replaceAll(' ', '-') === section),
      section,
    );
  });

  it('names what was restored', () => {
    const after = survey([user('shop', '5.3.0'), user('old', '3.1.2')]);
    assert.deepEqual(reportUndo({ before: after, after }), [
      'express 3.1.2 restored in: old',
      'express 5.3.0 restored in: shop',
    ]);
  });
});
