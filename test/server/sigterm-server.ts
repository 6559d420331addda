/**
 * A program that closes gracefully on SIGTERM, for sigterm.test.ts. It sends its port to its parent, then that it is closing, and
 * at the end the ids of the requests that it has accepted.
 */
import type { AddressInfo } from 'node:net';
import maglev from '../../src/index.js';
import { serveLoad } from '../support/load-routes.js';

const idle = Number(process.argv[2]);
const accepted: number[] = [];
const app = maglev() as any;

const held: (() => void)[] = [];
process.on('message', () => {
  for (const respond of held.splice(0)) respond();
});

/** Responds when the parent sends a message. */
app.get('/held/:id', (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  held.push(() => res.send(`held ${req.params.id}`));
  process.send!({ held: held.length });
});
/** Starts the response immediately, and ends it when the parent sends a message. */
app.get('/begun/:id', (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  held.push(() => res.end(` ${req.params.id}`));
  res.write('begun');
  process.send!({ held: held.length });
});
/** Responds with the uploaded body. */
app.post('/echo/:id', async (req: any, res: any) => {
  accepted.push(Number(req.params.id));
  process.send!({ uploading: true });
  let body = '';
  for await (const chunk of req) body += chunk;
  res.send(body);
});
/** Responds before the upload is complete. */
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
