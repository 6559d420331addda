import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { drawings } from '../../.build/docs/drawings.js';
import { picturesOfFigures, withFigures } from '../../.build/docs/figures.js';
import { blocksOf, pages, proseOf, readPage, root } from '../../.build/docs/markdown.js';
import { comparable, textFor } from '../../.build/docs/output.js';
import { placeOf, Story } from '../../.build/docs/story.js';
import { assertTypes } from './types.js';

// The programs of the pages run with the same restriction of code generation as the tests.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');
const REFRESH = 'run npm run docs to update it';

describe('the programs and commands of', { concurrency: 2 }, () => {
  for (const page of pages) {
    const elsewhere = /^<!-- tested by (\S+) -->$/m.exec(readPage(page))?.[1];
    if (elsewhere !== undefined) {
      it(`${page} are tested by ${elsewhere}`, () => assert.ok(existsSync(root + elsewhere)));
      continue;
    }
    it(`${page} print the output that it shows`, async () => {
      const story = new Story(page, flags, { isShort: true });
      try {
        for (const block of blocksOf(page)) {
          const printed = await story.run(block);
          if (printed === null) continue;
          const [shown, expected] = [block.text, textFor(printed)].map((text) =>
            comparable(block.note, text),
          );
          assert.equal(shown, expected, `${placeOf(block)} shows other output than is printed: ${REFRESH}.`);
        }
      } finally {
        await story.end();
      }
    });
  }
});

describe('the pages', () => {
  it('type-check', async () => {
    await assertTypes(pages.flatMap((page) => blocksOf(page)).filter(({ language }) => language === 'ts'));
  });

  it('have the measured figures and pictures', async () => {
    for (const page of pages) {
      const text = readPage(page);
      assert.equal(text, withFigures(page, text), `${page} has other figures than docs/figures: ${REFRESH}.`);
    }
    for (const [file, text] of [...picturesOfFigures(), ...(await drawings())]) {
      assert.equal(readPage(file), text, `${file} is outdated: ${REFRESH}.`);
    }
  });

  it('state why a block is not run', () => {
    for (const block of pages.flatMap((page) => blocksOf(page))) {
      const [, reason] = /^not run:(.*)$/.exec(block.note) ?? [];
      if (reason !== undefined) assert.match(reason, /\w+ \w+/, placeOf(block));
    }
  });

  it('are short', () => {
    const long = pages.filter(
      (page) => readPage(page).split('\n').length > (page === 'README.md' ? 120 : 250),
    );
    assert.deepEqual(long, []);
  });

  it('do not repeat sentences', () => {
    const seen = new Map<string, string>();
    for (const page of pages) {
      for (const sentence of sentencesOf(readPage(page))) {
        assert.equal(
          seen.get(sentence) ?? page,
          page,
          `${page} and ${seen.get(sentence)} both contain: ${sentence}`,
        );
        seen.set(sentence, page);
      }
    }
  });

  it('use no words of contributors', () => {
    // These two explain them.
    for (const page of pages.filter((name) => !/(?:api|check-rules)\.md$/.test(name))) {
      const found = /\b(?:regexp-only|oracle|stand-ins?|dispatch lists?)\b/i.exec(proseOf(readPage(page)));
      assert.equal(found?.[0], undefined, page);
    }
  });
});

/** Sentences of a minimum length, without figures, code and Markdown syntax. */
function sentencesOf(text: string): string[] {
  const plain = proseOf(text)
    .replace(/^<!-- figures[\s\S]*?^<!-- end of figures -->$/gm, '')
    .replace(/<!--.*?-->|\]\([^)]*\)|`[^`\n]*`/g, '');
  return plain
    .split(/\n\n|\n[|-]|(?<=[.:]) |\|/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length > 7 && !sentence.startsWith('[maglev'));
}
