/** A small site for webpack-dev-server, with most of its options. */
const CONFIGURATION = `
module.exports = {
  mode: 'development',
  devtool: false,
  entry: './site/main.js',
  output: { path: __dirname + '/out', publicPath: '/assets/' },
  cache: false,
  devServer: {
    host: '127.0.0.1',
    port: Number(process.env.SITE_PORT),
    hot: false,
    liveReload: false,
    client: false,
    headers: { 'X-Site': 'maglev' },
    historyApiFallback: true,
    static: [{ directory: __dirname + '/public', watch: false, serveIndex: true }],
    devMiddleware: { index: true, writeToDisk: false },
    setupMiddlewares(middlewares, { app }) {
      app.get('/api/trains/:id', (req, res) => res.json({ id: req.params.id, query: req.query }));
      app.get('/api/fails', (_req, _res, next) => next(Object.assign(new Error('on purpose'), { status: 503 })));
      return middlewares;
    },
  },
};
`;

export const devServer = {
  files: {
    'webpack.config.cjs': CONFIGURATION,
    'site/main.js': "import { name } from './name.js';\ndocument.title = name;\n",
    'site/name.js': "export const name = 'maglev';\n",
    'public/index.html': '<!doctype html><title>site</title><script src="/assets/main.js"></script>\n',
    'public/folder/note.txt': 'Mind the gap.\n',
    'public/folder/data.json': '{ "a": 1 }\n',
  },
  start: () => ['node_modules/webpack-cli/bin/cli.js', 'serve', '--config', 'webpack.config.cjs'],
  env: (port) => ({ SITE_PORT: String(port) }),
  ready: /compiled successfully/,
};

export async function requestDevServer(client) {
  const page = { accept: 'text/html' };
  for (const path of PATHS) await client.get(path);
  for (const path of ['/', '/some/where', '/some/where.js', '/api/none', '/folder'])
    await client.get(path, page);
  for (const path of ['/', '/assets/main.js', '/folder/note.txt', '/missing'])
    await client.send('HEAD', path);
  for (const path of ['/', '/assets/main.js', '/api/trains/1']) {
    await client.send('OPTIONS', path);
    await client.post(path, { a: 1 });
  }
  for (const path of ['/assets/main.js', '/folder/note.txt']) {
    await client.get(path, { range: 'bytes=0-9' });
    await client.get(path, { range: 'bytes=999999-' });
    await client.get(path, { 'accept-encoding': 'gzip' });
    const { headers } = await client.get(path);
    await client.get(path, { 'if-none-match': headers.etag ?? '"none"' });
  }
  await client.get('/', { host: 'elsewhere.example' });
  await client.get('/', { origin: 'http://elsewhere.example' });
}

const PATHS = [
  ...['/', '/index.html', '/assets/main.js', '/assets/', '/assets/missing.js', '/folder', '/folder/'],
  ...[
    '/folder/note.txt',
    '/folder/data.json',
    '/missing',
    '/missing.txt',
    '/%zz',
    '/..%2fpackage.json',
    '/.hidden',
  ],
  ...[
    '/webpack-dev-server',
    '/webpack-dev-server/',
    '/webpack-dev-server/invalidate',
    '/webpack-dev-server/open-editor',
  ],
  ...['/api/trains/7', '/api/trains/7?a=1&b[c]=2', '/api/trains/%20', '/api/trains/', '/api/fails', '/ws'],
];
