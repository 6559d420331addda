import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { RULES } from '../../../src/cli/check/rules.js';

it('every rule has a section in the docs, and every section a rule', () => {
  const text = readFileSync(new URL('../../../docs/check-rules.md', import.meta.url), 'utf8');
  const sections = [...text.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
  assert.deepEqual(sections.toSorted(), Object.keys(RULES).sort());
});
