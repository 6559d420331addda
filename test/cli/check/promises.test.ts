import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SourceFile } from '../../../src/cli/check/code/source-file.js';
import { findInFile } from '../../../src/cli/check/code.js';
import type { Entry } from '../../../src/cli/check/finding.js';
import { promises, unreturned } from '../../../src/cli/check/migrations/promises.js';

/** Handlers, and whether their rejections are unhandled on 4.x and on 5.x. */
const HANDLERS: readonly (readonly [code: string, on4: boolean, on5: boolean])[] = [
  ['async (req, res) => { throw new Error(); }', true, false],
  ['async (req, res) => { if (!req.body) throw new Error(); res.end(); }', true, false],
  ['async (req, res) => { try { throw new Error(); } catch (error) { res.end(); } }', false, false],
  ['async (req, res) => { try { f(); } catch (error) { throw error; } }', true, false],
  ['async (req, res) => { f(() => { throw new Error(); }); }', false, false],
  ['async (req, res) => { return find().then((a) => res.json(a)); }', true, false],
  ['async (req, res) => { await find(); }', true, false],
  ['async (req, res) => { await find().catch(next); }', false, false],
  ['(req, res) => { throw new Error(); }', false, false],
  ['(req, res) => find().then((a) => res.json(a))', true, false],
  ['(req, res) => { find().then((a) => res.json(a)); }', true, true],
  ['(req, res) => { void find().then(f).then((a) => res.json(a)); }', true, true],
  ['(req, res) => { if (a) find().then(f).finally(g); }', true, true],
  ['(req, res) => { read((error) => { find().then(f); }); }', true, true],
  ['async (req, res) => { find().then((a) => res.json(a)); }', true, true],
  ['(req, res, next) => { find().then(f).catch(next); }', false, false],
  ['(req, res, next) => { find().then(f, next); }', false, false],
  ['(req, res, next) => { find().then(f).catch(next).finally(g); }', false, false],
  ['(req, res, next) => { find().catch(next).then(f); }', false, false],
  ['(req, res, next) => { const found = find().then(f); found.catch(next); }', false, false],
  ['(req, res, next) => { find().then(f).done(); }', false, false],
];

describe('a handler whose rejection is unhandled', () => {
  for (const [code, on4, on5] of HANDLERS) {
    it(`is ${on4 || on5 ? '' : 'not '}reported: ${code}`, () => {
      assert.equal(findIn(code, '4').length > 0, on4);
      assert.equal(findIn(code, '5').length > 0, on5);
    });
  }
});

function findIn(handler: string, line: string) {
  const before = "app.get('/', ";
  const file = new SourceFile('/nowhere/file.js', `${before}${handler});\n`);
  const place = { file: file.path, line: 1, column: before.length };
  const layer = { handlers: [{ place }], methods: ['GET'], source: `${file.path}:1`, parts: [] };
  const entry = { layer, row: { methods: ['GET'], path: '/' } } as unknown as Entry;
  return findInFile(file, [entry], line, line, [promises, unreturned]);
}
