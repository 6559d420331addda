import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { by, failure, responseOf, suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const root = folder({ 'report.txt': 'a report', 'sub/other.html': '<p>' });
const report = path.join(root, 'report.txt');

suite('res.download', (framework, line) => {
  // 4.x quotes every name.
  const named = (name: string) => `attachment; filename=${line === 5 ? name : `"${name}"`}`;
  const download = (...args: unknown[]) => responseOf(framework, (_req, res) => res.download(...args));

  test('sends a file as an attachment', async () => {
    const { body, get } = await download(report);
    assert.deepEqual([body, get('Content-Disposition')], ['a report', named('report.txt')]);
    assert.equal(
      get('Content-Type'),
      by(line, { 5: 'text/plain; charset=utf-8', 4: 'text/plain; charset=UTF-8' }),
    );
  });

  test('takes another file name', async () => {
    assert.equal(
      (await download(report, 'x/my document.pdf')).get('Content-Disposition'),
      'attachment; filename="my document.pdf"',
    );
    assert.equal((await download(report, null)).get('Content-Disposition'), named('report.txt'));
    assert.equal((await download(report, undefined)).get('Content-Disposition'), named('report.txt'));
  });

  if (line !== 3)
    test('takes options as second or third argument and does not modify them', async () => {
      const options = { root, maxAge: '1d', headers: { 'X-A': '1', 'content-disposition': 'inline' } };
      const second = await download('report.txt', options);
      assert.deepEqual([second.get('X-A'), second.get('Content-Disposition')], ['1', named('report.txt')]);
      assert.equal(second.get('Cache-Control'), 'public, max-age=86400');
      const third = await download('sub/other.html', 'name.html', options);
      assert.equal(third.get('Content-Disposition'), named('name.html'));
      assert.deepEqual(Object.keys(options), ['root', 'maxAge', 'headers']);
    });

  test('takes a callback in any position', async () => {
    for (const args of line === 3 ? [[], ['name']] : [[], ['name'], [{}], ['name', {}]]) {
      const error = await new Promise((resolve) => {
        responseOf(framework, (_req, res) => res.download(report, ...args, resolve));
      });
      assert.equal(error, undefined);
    }
  });

  test('sets no headers if the file is missing', async () => {
    let disposition: unknown = 'unset';
    await responseOf(framework, (_req, res) =>
      res.download(path.join(root, 'none'), (error: any) => {
        disposition = res.get('Content-Disposition');
        res.status(error.status).end();
      }),
    );
    assert.equal(disposition, undefined);
  });

  test('resolves a relative path from the working directory', async () => {
    assert.match((await download('package.json')).body, /"name"/);
  });

  test('returns the result of sendFile, which users can replace', () => {
    const res = Object.create(framework.response);
    const sent: unknown[][] = [];
    res[line === 3 ? 'sendfile' : 'sendFile'] = (...args: unknown[]) => {
      sent.push(args);
      return 'sent';
    };
    res.setHeader = () => {};
    assert.equal(res.download(report), 'sent');
    assert.equal(sent[0]![0], report);
  });

  if (line !== 3)
    test('throws for invalid arguments', async () => {
      assert.equal((await failure(framework, (_req, res) => res.download())).code, 'ERR_INVALID_ARG_TYPE');
      assert.equal((await failure(framework, (_req, res) => res.download(report, {}, {}))).name, 'TypeError');
    });
});
