/**
 * A program that SIGTERM ends gracefully, for the test beside it. It tells its parent its port, that it closes, and in the
 * end the numbers of the requests that it has accepted.
 */
import type { AddressInfo } from 'node:net';
import maglev from '../../src/index.js';
import { serveLoad } from '../support/load-routes.js';

const idle = Number(process.argv[2]);
const accepted: number[] = [];
const app = maglev() as any;

const held: (() => void)[] = [];
process.on('message', () => {
  for (const answer of held.splice(0)) answer();
});

/** Answers when the parent says so. */
app.get('/held/:id', (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  held.push(() => res.send(`held ${req.params.id}`));
  process.send!({ held: held.length });
});
/** Begins at once, and ends when the parent says so. */
app.get('/begun/:id', (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  held.push(() => res.end(` ${req.params.id}`));
  res.write('begun');
  process.send!({ held: held.length });
});
/** Reads what is uploaded. */
app.post('/echo/:id', async (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  process.send!({ uploading: true });
  let body = '';
  for await (const chunk of req) body += chunk;
  res.send(body);
});
/** Answers before it has been uploaded. */
app.post('/early/:id', (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  held.push(() => res.status(413).send('too much'));
  process.send!({ held: held.length });
});
serveLoad(app, (id) => accepted.push(id));

const server = app.listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});

process.once('SIGTERM', async () => {
  const closed = app.close({ idle });
  process.send!({ closing: true });
  await closed;
  process.send!({ accepted });
  process.disconnect();
});
