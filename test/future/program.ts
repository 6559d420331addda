/** What a framework answers and prints on a Node that lacks something: `program.ts <side>`. Compared with Express by its test. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { loadFramework, type SideName } from '../support/frameworks.js';
import { normalize } from '../support/wire.js';

const [side] = process.argv.slice(2) as [SideName];
const folder = fileURLToPath(new URL('./', import.meta.url));
const LINES = [5, 4, 3];
/** More than it takes until maglev tries out its fast paths. */
const TIMES = 12;

const REQUESTS = [
  'GET /json?a=1&b[c]=2',
  'GET /text',
  'GET /headers',
  'GET /inner/deep/7?x',
  'GET http://x/inner/deep/7',
  'GET /a%20b',
  'GET /redirect',
  'GET /stream',
  'GET /empty',
  'HEAD /json',
  'OPTIONS /json',
  'GET /error',
  'GET /missing',
  'GET /files/program.ts',
  'GET /sent',
  'POST /body',
];

for (const line of LINES) {
  const framework = await loadFramework(side, line);
  const server: Server = createApp(framework).listen(0, '127.0.0.1');
  await once(server, 'listening');
  for (let i = 0; i < TIMES; i++) {
    for (const request of REQUESTS) {
      const answer = await ask(server, request);
      if (i === 0 || i === TIMES - 1) console.log(`${line}.x ${request}\n${answer}\n`);
    }
  }
  // Answered on one connection, each as soon as those before it are.
  console.log(await ask(server, ...REQUESTS.slice(0, 4)));
  server.close();
  await once(server, 'close');
  console.log(`END OF ${line}.x`);
}

function createApp(framework: any): any {
  const app = framework().disable('x-powered-by');
  const inner = framework.Router ? new framework.Router() : framework();
  inner.get('/deep/:id', (req: any, res: any) => {
    res.json([req.url, req.originalUrl, req.path, req.params, req._parsedUrl]);
  });
  app.get('/json', (req: any, res: any) =>
    res.json({ path: req.path, query: req.query, url: req._parsedUrl }),
  );
  app.get('/text', (_req: any, res: any) => res.send('text'));
  app.get('/headers', (_req: any, res: any) => {
    for (let i = 0; i < 20; i++) res.setHeader(`X-${i}`, `${i}`);
    res.removeHeader('X-3');
    res
      .set('X-List', ['a', 'b'])
      .cookie('a', 'b')
      .status(201)
      .end(`${res.getHeader('x-4')}${res.headersSent}`);
  });
  app.use('/inner', inner);
  app.get('/a%20b', (req: any, res: any) => res.send(req.path));
  app.get('/redirect', (_req: any, res: any) => res.redirect('/elsewhere'));
  app.get('/stream', (_req: any, res: any) => {
    res.write('a');
    setImmediate(() => res.end('b'));
  });
  app.get('/empty', (_req: any, res: any) => res.status(204).end());
  app.get('/error', (_req: any, _res: any, next: any) =>
    next(Object.assign(new Error('no'), { status: 418 })),
  );
  app.get('/sent', (_req: any, res: any) => res.sendFile(`${folder}program.ts`));
  app.use('/files', framework.static(folder));
  app.post('/body', framework.json(), (req: any, res: any) => res.json(req.body));
  return app;
}

/** Sends these on a connection, which the last of them closes. */
async function ask(server: Server, ...requests: string[]): Promise<string> {
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const body = '{"a":[1,"\u00e9"]}';
  requests.forEach((request, i) => {
    const content = request.startsWith('POST')
      ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      : '\r\n';
    const connection = i === requests.length - 1 ? 'close' : 'keep-alive';
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n${content}`);
  });
  await once(socket, 'close');
  return normalize(Buffer.concat(chunks).toString('latin1'));
}
