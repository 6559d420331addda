import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ecosystem } from './folders.js';

export const files = join(ecosystem, 'files');
/** Longer than responses that middleware ignores because they are short. */
const LONG = 'All stations, please.\n'.repeat(200);

/** An application with every kind of response, after this middleware. */
export function applicationBehind(express, ...middleware) {
  const app = express();
  for (const handler of middleware) app.use(handler);
  app.use('/static', express.static(files));
  for (const [path, handler] of Object.entries(ROUTES)) app.get(path, handler);
  return app;
}

const ROUTES = {
  '/text': (_req, res) => res.type('text').send('text'),
  '/html': (_req, res) => res.send('<p>html</p>'),
  '/json': (_req, res) => res.json({ a: [1, 'two', null] }),
  '/jsonp': (_req, res) => res.jsonp({ a: 1 }),
  '/bytes': (_req, res) => res.send(Buffer.from([0, 1, 254, 255])),
  '/long': (_req, res) => res.type('text').send(LONG),
  '/long.json': (_req, res) => res.json({ LONG }),
  '/status': (_req, res) => res.sendStatus(202),
  '/empty': (_req, res) => res.status(204).end(),
  '/redirect': (_req, res) => res.redirect('/text'),
  '/file': (_req, res) => res.sendFile('note.txt', { root: files }),
  '/download': (_req, res) => res.download(join(files, 'note.txt'), 'träck.txt'),
  '/end': (_req, res) => res.end('ended'),
  '/head-first': (_req, res) => res.writeHead(203, 'By Hand', { 'X-Hand': 'made' }).end('by hand'),
  '/flushed': (_req, res) => {
    res.flushHeaders();
    res.end('flushed');
  },
  '/chunks': (_req, res) => {
    res.type('text').write('one ');
    res.write('two ');
    setImmediate(() => res.end('three'));
  },
  '/stream': (_req, res) => Readable.from(['first, ', 'second, ', LONG]).pipe(res.type('text')),
  '/later': (_req, res) => setImmediate(() => res.json({ later: true })),
  '/thrown': () => {
    throw Object.assign(new Error('thrown'), { status: 418, headers: { 'X-Reason': 'tea' } });
  },
  '/passed': (_req, _res, next) => setImmediate(next, new Error('passed')),
};

/**
 * Requests all of them below a path, also with methods and headers that change the response. The responses are compared.
 * Returns the number of requests.
 */
export async function requestAll(client, headers = {}, below = '') {
  let count = 0;
  const send = (method, path, more, body) => {
    count += 1;
    return client.send(method, below + path, { ...headers, ...more }, body);
  };
  for (const path of [...Object.keys(ROUTES), '/static/note.txt', '/static/folder', '/missing']) {
    await send('GET', path.replace('jsonp', 'jsonp?callback=cb'));
  }
  for (const path of ['/text', '/long', '/file', '/stream']) await send('HEAD', path);
  await send('OPTIONS', '/text');
  await send('POST', '/text', {}, { a: 1 });
  await send('GET', '/static/note.txt', { range: 'bytes=4-8' });
  for (const path of ['/json', '/static/note.txt']) {
    const { etag = '"none"' } = (await send('GET', path)).headers;
    await send('GET', path, { 'if-none-match': etag });
  }
  return count;
}
