import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function program({ require }) {
  const express = require('express');
  const multer = require('multer');
  const folder = mkdtempSync(join(tmpdir(), 'maglev-multer-'));
  const onDisk = multer({
    storage: multer.diskStorage({
      destination: folder,
      filename: (_req, file, done) => done(null, file.originalname),
    }),
  });
  const inMemory = multer({ limits: { fileSize: 100, files: 2 } });
  const app = express();
  app.post('/disk', onDisk.single('file'), async (req, res) => {
    const text = await readFile(req.file.path, 'utf8');
    await rm(folder, { recursive: true });
    res.json({ name: req.file.filename, size: req.file.size, text, body: req.body });
  });
  app.post('/memory', inMemory.array('files'), (req, res) => {
    const files = req.files.map(({ originalname, mimetype, buffer }) => [
      originalname,
      mimetype,
      buffer.toString(),
    ]);
    res.json({ files, body: req.body });
  });
  app.post('/fields', inMemory.fields([{ name: 'a' }, { name: 'b', maxCount: 1 }]), (req, res) => {
    res.json(Object.fromEntries(Object.entries(req.files).map(([field, files]) => [field, files.length])));
  });
  app.post('/none', inMemory.none(), (req, res) => res.json(req.body));
  app.use((error, _req, res, _next) => {
    res.status(400).json({ name: error.name, code: error.code, field: error.field });
  });
  return app;
}

const formOf = (...entries) => {
  const form = new FormData();
  for (const entry of entries) form.append(...entry);
  return form;
};
const file = (text, type = 'text/plain') => new Blob([text], { type });

export const cases = {
  async 'stores a file on disk'(client) {
    const { json } = await client.post('/disk', formOf(['title', 'T'], ['file', file('on disk'), 'a.txt']));
    assert.deepEqual(json, { name: 'a.txt', size: 7, text: 'on disk', body: { title: 'T' } });
  },

  async 'keeps files and nested fields in memory'(client) {
    const form = formOf(
      ['files', file('1'), '1.txt'],
      ['files', file('{}', 'application/json'), '2.json'],
      ['a[b]', 'c'],
      ['a[d]', 'e'],
    );
    const { json } = await client.post('/memory', form);
    assert.deepEqual(json.files, [
      ['1.txt', 'text/plain', '1'],
      ['2.json', 'application/json', '{}'],
    ]);
    assert.deepEqual(json.body, { a: { b: 'c', d: 'e' } });
  },

  async 'groups files by field'(client) {
    const { json } = await client.post('/fields', formOf(['a', file('1'), '1'], ['b', file('2'), '2']));
    assert.deepEqual(json, { a: 1, b: 1 });
  },

  async 'rejects files that are too large, too many or unexpected'(client) {
    const codeOf = async (path, form) => (await client.post(path, form)).json.code;
    assert.equal(await codeOf('/memory', formOf(['files', file('x'.repeat(101)), 'x'])), 'LIMIT_FILE_SIZE');
    const three = [1, 2, 3].map((n) => ['files', file('x'), `${n}`]);
    assert.equal(await codeOf('/memory', formOf(...three)), 'LIMIT_FILE_COUNT');
    assert.equal(await codeOf('/none', formOf(['a', file('x'), 'x'])), 'LIMIT_UNEXPECTED_FILE');
  },

  async 'parses a form without files, and ignores other requests'(client) {
    assert.deepEqual((await client.post('/none', formOf(['a', '1'], ['a', '2']))).json, { a: ['1', '2'] });
    await client.post('/none', { not: 'multipart' });
  },

  async 'responds to a form that ends early'(client) {
    const { status } = await client.post(
      '/memory',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf',
      {
        'content-type': 'multipart/form-data; boundary=x',
      },
    );
    assert.equal(status, 400);
  },
};
