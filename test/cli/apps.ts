/** Typical applications for the tests of the command. */

/** For Express 4, CommonJS. Listens through a package that wraps the server, as socket libraries do. */
export const LISTENING = `
const http = require('node:http');
const express = require('express');

function requireAuth(req, res, next) { next(); }
function show(req, res) { res.json(req.params); }

const app = express();
app.use(express.json());
app.get('/', function home(req, res) { res.send('hello'); });

const users = express.Router();
users.use(requireAuth);
users.get('/:id', requireAuth, show);
users.post('/', function create(req, res) { res.end(); });
app.use('/users', users);

app.get('/files/*', (req, res) => res.end());
app.get(/^\\/re(\\d+)$/, (req, res) => res.end());

const server = http.createServer(app);
const listeners = server.listeners('request').slice();
server.removeAllListeners('request');
server.on('request', (req, res) => listeners.forEach((listener) => listener.call(server, req, res)));
server.listen(Number(process.env.PORT ?? 3000), () => {
  console.log('listening on', server.address().port);
});
app.use(function failed(err, req, res, next) { res.status(500).end(); });
`;

/** For Express 5, a module that exports a promise of its application. */
export const PROMISED = `
import express from 'express';

async function create() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  const app = express();
  app.get('/books/:id', function book(req, res) { res.json(req.params); });
  return app;
}

export default create();
`;

/** For Express 5, in TypeScript. Listens after its database has responded. */
export const TYPED = `
import express, { type Request } from 'express';

enum Path { Orders = '/orders' }
const app = express();

async function connect(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

connect().then(() => {
  app.get(Path.Orders, function orders(req: Request, res) { res.json([]); });
  app.listen(3000);
});
`;

/** For Express 4, with an example of everything that `maglev check` finds. */
export const FAULTY = `
const express = require('express');
const app = express();
const answer = (req, res) => res.end();
function requireAuth(req, res, next) { next(); }

app.get('/users/:id', answer);
app.get('/users/me', answer);
app.get('/twice', answer);
app.get('/twice', answer);
app.get('/named/:id', answer);
app.get('/named/:key', answer);
app.get(/^\\/(a+)+$/, answer);
app.get('/foo*', answer);
app.get('/users{/:id}', answer);
app.use('/users', requireAuth);
app.use((err, req, res) => res.end());
module.exports = app;
`;

/** For Express 4, with code that has to change for Express 5. Every response stays the same. */
export const MOVING = `
const express = require('express');
const path = require('node:path');
const app = express();
const wrap = (handle) => (req, res, next) => Promise.resolve(handle(req, res)).catch(next);
app.use(express.urlencoded());
app.get('/files/*', (req, res) => { res.send(req.params[0]); });
app.get('/users/:id?', (req, res) => res.json({ id: req.params.id }));
app.get('/number/:id(\\\\d+)', function number(request, response) { response.json(201, { id: request.param('id') }); });
app.get('/alias/*', (req, res) => {
  const all = req.params;
  const { 0: rest } = req.params;
  res.send([all[0], rest]);
});
app.get('/gone', (req, res) => res.send(410));
const TEAPOT = 418;
app.get('/constant', (req, res) => res.send(TEAPOT));
app.get('/moved', (req, res) => res.redirect('/files/a', 301));
app.get('/back', (req, res) => res.redirect('back'));
app.get('/host', wrap(async (req, res) => { res.send(202, req.host); }));
app.get('/file', (req, res) => res.sendfile(path.join(__dirname, 'package.json')));
app.get('/query', (req, res) => {
  req.query = { own: req.params.hasOwnProperty('a') };
  res.send(req.query);
});
app.del('/thing', (req, res) => res.status('202').end());
const exact = express.Router({ caseSensitive: true, strict: true });
exact.get('/Low/:id(\\\\d+)', (req, res) => res.send(req.params.id));
exact.route('/chain/*').get((req, res) => res.send((req.params[0])));
app.use('/exact', exact);
const bound = { show(first, second) { second.send(202, 'bound'); } };
app.get('/bound', bound.show.bind(bound));
app.get('/it\\'s/*', (req, res) => res.send('quoted'));
for (const every of ['/one/*', '/two/:x']) app.get(every, (req, res) => res.send('every'));
app.get('*', (req, res) => { res.send('*' + req.params[0], 404); });
module.exports = app;
`;
