import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { drawings } from '../../.build/docs/drawings.js';
import { picturesOfFigures, withFigures } from '../../.build/docs/figures.js';
import { blocksOf, pages, proseOf, readPage, root } from '../../.build/docs/markdown.js';
import { comparable, textFor } from '../../.build/docs/output.js';
import { placeOf, Story } from '../../.build/docs/story.js';
import { assertTypes } from './types.js';

// Where code generation is forbidden for the tests it is forbidden for the programs of the pages too.
const flags = process.execArgv.filter((flag) => flag === '--disallow-code-generation-from-strings');
const REFRESH = 'npm run docs writes it again';

describe('the programs and commands of', { concurrency: 2 }, () => {
  for (const page of pages) {
    const elsewhere = /^<!-- tested by (\S+) -->$/m.exec(readPage(page))?.[1];
    if (elsewhere !== undefined) {
      it(`${page} are tested by ${elsewhere}`, () => assert.ok(existsSync(root + elsewhere)));
      continue;
    }
    it(`${page} do what it says`, async () => {
      const story = new Story(page, flags, { isShort: true });
      try {
        for (const block of blocksOf(page)) {
          const printed = await story.run(block);
          if (printed === null) continue;
          const [shown, said] = [block.text, textFor(printed)].map((text) => comparable(block.note, text));
          assert.equal(shown, said, `${placeOf(block)} shows something else than is printed: ${REFRESH}.`);
        }
      } finally {
        await story.end();
      }
    });
  }
});

describe('the pages', () => {
  it('have types that fit', async () => {
    await assertTypes(pages.flatMap((page) => blocksOf(page)).filter(({ language }) => language === 'ts'));
  });

  it('have figures and pictures as they were measured and drawn', async () => {
    for (const page of pages) {
      const text = readPage(page);
      assert.equal(text, withFigures(page, text), `${page} has other figures than docs/figures: ${REFRESH}.`);
    }
    for (const [file, text] of [...picturesOfFigures(), ...(await drawings())]) {
      assert.equal(readPage(file), text, `${file} is outdated: ${REFRESH}.`);
    }
  });

  it('say why a block is not run', () => {
    for (const block of pages.flatMap((page) => blocksOf(page))) {
      const [, reason] = /^not run:(.*)$/.exec(block.note) ?? [];
      if (reason !== undefined) assert.match(reason, /\w+ \w+/, placeOf(block));
    }
  });

  it('are short', () => {
    const long = pages.filter(
      (page) => readPage(page).split('\n').length > (page === 'README.md' ? 170 : 250),
    );
    assert.deepEqual(long, []);
  });

  it('say nothing twice', () => {
    const seen = new Map<string, string>();
    for (const page of pages) {
      for (const sentence of sentencesOf(readPage(page))) {
        assert.equal(
          seen.get(sentence) ?? page,
          page,
          `${page} and ${seen.get(sentence)} both say: ${sentence}`,
        );
        seen.set(sentence, page);
      }
    }
  });

  it('use no words that only contributors know', () => {
    // These two explain them.
    for (const page of pages.filter((name) => !/(?:api|check-rules)\.md$/.test(name))) {
      const found = /\b(?:regexp-only|oracle|stand-ins?|dispatch lists?)\b/i.exec(proseOf(readPage(page)));
      assert.equal(found?.[0], undefined, page);
    }
  });
});

/** Sentences of some length, without figures, code and the marks of Markdown. */
function sentencesOf(text: string): string[] {
  const plain = proseOf(text)
    .replace(/^<!-- figures[\s\S]*?^<!-- end of figures -->$/gm, '')
    .replace(/<!--.*?-->|\]\([^)]*\)|`[^`\n]*`/g, '');
  return plain
    .split(/\n\n|\n[|-]|(?<=[.:]) |\|/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length > 7 && !sentence.startsWith('[maglev'));
}
