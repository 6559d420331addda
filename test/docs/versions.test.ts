import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pages } from '../../.build/docs/markdown.js';
import { oracleOf } from '../../.build/oracle.js';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const express = ['5', '4', '3'].map((major) => oracleOf(major).version);

/** They follow package.json and the Express versions that the tests compare with; `npm run oracle:raise` changes both. */
describe('the versions', () => {
  it('of tarballs on the pages match the packed ones', () => {
    const named = new Set(
      pages.flatMap((page) => read(page).match(/\b(?:maglev|express)-\d+\.\d+\.\d+\.tgz/g) ?? []),
    );
    const packed = [`maglev-${version}.tgz`, ...express.map((one) => `express-${one}.tgz`)];
    assert.deepEqual([...named].sort(), packed.sort());
  });

  it('of Express in the changelog match the compared ones', () => {
    const [five, four, three] = express;
    const sentence = `those of ${version} replace Express ${five}, ${four} and ${three}.`;
    assert.ok(read('CHANGELOG.md').includes(sentence), sentence);
  });
});
