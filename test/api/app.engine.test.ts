import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { suite } from '../support/api.js';
import { folder } from '../support/api-folder.js';

const views = folder({ 'a.tpl': 'tpl file', 'b.html': 'html file' });

suite('app.engine', (framework) => {
  const read = (tag: string) => (file: string, _options: unknown, callback: any) =>
    fs.readFile(file, 'utf8', (error, text) => callback(error, `${tag}:${text}`));
  const render = (app: any, name: string) =>
    new Promise((resolve, reject) =>
      app.render(name, (error: any, html: string) => (error ? reject(error) : resolve(html))),
    );

  test('maps an extension, with or without a dot, to a function', async () => {
    const app = framework();
    app.set('views', views);
    assert.equal(app.engine('tpl', read('one')), app);
    app.engine('.html', read('two'));
    assert.equal(await render(app, 'a.tpl'), 'one:tpl file');
    assert.equal(await render(app, 'b.html'), 'two:html file');
    assert.deepEqual(Object.keys(app.engines), ['.tpl', '.html']);
  });

  test('is inherited by mounted applications', async () => {
    const app = framework();
    const sub = framework();
    app.engine('tpl', read('parent'));
    app.use(sub);
    sub.set('views', views);
    assert.equal(await render(sub, 'a.tpl'), 'parent:tpl file');
  });

  test('throws if the engine is not a function', () => {
    assert.throws(() => framework().engine('.x', null), {
      name: 'Error',
      message: 'callback function required',
    });
    assert.throws(() => framework().engine('.x'), { name: 'Error', message: 'callback function required' });
  });
});
