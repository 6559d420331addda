import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createStyle } from '../../src/cli/style.js';

it('colours output only in a terminal', () => {
  const terminal = { isTTY: true };
  assert.equal(createStyle(terminal, {}).red('text'), '\x1b[31mtext\x1b[0m');
  assert.equal(createStyle(terminal, { NO_COLOR: '' }).red('text'), '\x1b[31mtext\x1b[0m');
  assert.equal(createStyle(terminal, { NO_COLOR: '1' }).red('text'), 'text');
  assert.equal(createStyle(terminal, { TERM: 'dumb' }).red('text'), 'text');
  assert.equal(createStyle({}, {}).red('text'), 'text');
});
