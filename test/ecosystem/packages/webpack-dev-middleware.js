import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { site } from '../harness/folders.js';

export async function program({ require, load }) {
  const express = require('express');
  const { default: webpack } = await load('webpack');
  const { default: middleware } = await load('webpack-dev-middleware');
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    context: site,
    entry: './departure.js',
    output: {
      path: join(site, 'built'),
      publicPath: '/assets/',
      filename: 'bundle.js',
      library: { name: 'timetable', type: 'var' },
    },
    plugins: [new Pages(webpack)],
  });
  const built = middleware(compiler, {
    serverSideRender: true,
    stats: 'none',
    etag: 'strong',
    lastModified: false,
    headers: { 'X-Built': 'yes' },
  });
  const app = express();
  app.get('/api', (_req, res) => res.json({ api: true }));
  app.use(built);
  app.get('/rendered', (_req, res) => {
    const { stats } = res.locals.webpack.devMiddleware;
    res.json(stats.toJson({ all: false, assets: true }).assets.map(({ name }) => name));
  });
  return app;
}

/** Adds pages to the build, as HTML plugins do. */
class Pages {
  constructor({ sources }) {
    this.page = (title) => new sources.RawSource(`<h1>${title}</h1>`);
  }

  apply({ hooks }) {
    hooks.thisCompilation.tap('Pages', (compilation) => {
      compilation.hooks.additionalAssets.tap('Pages', () => {
        compilation.emitAsset('index.html', this.page('Built'));
        compilation.emitAsset('folder/index.html', this.page('Folder'));
      });
    });
  }
}

export const cases = {
  async 'serves the build, once it is complete'(client) {
    const { text, headers } = await client.get('/assets/bundle.js');
    assert.equal(runInNewContext(`${text}; timetable.departure('09:15')`), 'Departs at 09:15');
    assert.equal(headers['x-built'], 'yes');
    assert.match(headers['content-type'], /javascript/);
    assert.equal((await client.get('/assets/bundle.js', { 'if-none-match': headers.etag })).status, 304);
  },

  async 'serves ranges, HEAD requests and indexes'(client) {
    const part = await client.get('/assets/bundle.js', { range: 'bytes=0-9' });
    assert.equal(part.status, 206);
    assert.equal(part.bytes.length, 10);
    assert.equal((await client.get('/assets/bundle.js', { range: 'bytes=9999999-' })).status, 416);
    assert.equal((await client.send('HEAD', '/assets/bundle.js')).text, '');
    assert.equal((await client.get('/assets/')).text, '<h1>Built</h1>');
    assert.equal((await client.get('/assets/folder/')).text, '<h1>Folder</h1>');
    await client.get('/assets/folder');
  },

  async 'passes other paths to the application'(client) {
    assert.deepEqual((await client.get('/api')).json, { api: true });
    assert.ok((await client.get('/rendered')).json.includes('bundle.js'));
    assert.equal((await client.get('/assets/missing.js')).status, 404);
    assert.equal((await client.post('/assets/bundle.js', {})).status, 404);
    await client.get('/assets/..%2f..%2fpackage.json');
    await client.get('/assets/%zz');
  },
};
