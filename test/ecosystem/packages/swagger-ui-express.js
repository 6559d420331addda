import assert from 'node:assert/strict';

const SPECIFICATION = { openapi: '3.0.0', info: { title: 'Things', version: '1.0.0' }, paths: {} };

export function program({ require }) {
  const express = require('express');
  const swagger = require('swagger-ui-express');
  const app = express();
  const files = swagger.serveFiles(null, { swaggerUrl: '/api.json' });
  app.use('/files', files, swagger.setup(null, { swaggerUrl: '/api.json' }));
  const dynamic = (req, _res, next) => {
    req.swaggerDoc = { ...SPECIFICATION, host: req.get('host').split(':')[0] };
    next();
  };
  app.use('/dynamic', dynamic, swagger.serveFiles(), swagger.setup());
  // Last, because `serve` serves the latest setup.
  app.use('/docs', swagger.serve, swagger.setup(SPECIFICATION, { customSiteTitle: 'Our things' }));
  return app;
}

export const cases = {
  async 'serves its page'(client) {
    const { headers, text } = await client.get('/docs/');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.match(text, /<title>Our things<\/title>/);
    await client.get('/docs');
  },

  async 'serves its script with the specification'(client) {
    const { text } = await client.get('/docs/swagger-ui-init.js');
    assert.match(text, /"title": "Things"/);
    assert.match((await client.get('/files/swagger-ui-init.js')).text, /\/api\.json/);
    await client.get('/dynamic/');
    await client.get('/dynamic/swagger-ui-init.js');
  },

  async 'serves its files'(client) {
    assert.equal((await client.send('HEAD', '/docs/swagger-ui-bundle.js')).status, 200);
    const { headers } = await client.send('HEAD', '/docs/swagger-ui.css');
    assert.match(headers['content-type'], /^text\/css/);
    assert.equal((await client.get('/docs/swagger-ui.css', { 'if-none-match': headers.etag })).status, 304);
  },
};
