/** One of the servers: `node server.js <name>`. Sends its CPU time to its parent on every message. */
import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Framework, Parsers, Req, Res } from '../framework.js';
import { loadFile } from '../peers.js';
import { DIST } from '../places.js';
import type { Kind } from './bodies.js';
import { bodyParser, fastifyApp, LIMIT, maglevParsers } from './subjects.js';

/** A server, or an application whose `listen` creates one. */
interface Listening {
  listen(port: number, host: string, done: () => void): Server;
}

const KINDS: readonly Kind[] = ['json', 'urlencoded', 'raw', 'text'];

const makers: Readonly<Record<string, () => Listening | Promise<Listening>>> = {
  'maglev parsers': () => http.createServer(withParsers(maglevParsers)),
  'body-parser': () => http.createServer(withParsers(bodyParser)),
  'maglev application': () => {
    const maglev: Framework = loadFile(`${DIST}index.cjs`);
    const app = maglev();
    for (const kind of KINDS) app.use(maglev[kind]({ limit: LIMIT }));
    app.post('/', (_req, res) => res.end('ok'));
    return { listen: (...args) => app.listen(...args) };
  },
  'bare stream': () =>
    http.createServer((req, res) => {
      req.on('data', () => {});
      req.on('end', () => res.end('ok'));
    }),
  'fastify application': async () => (await fastifyApp()).server,
};

const maker = await makers[process.argv[2]!]!();
const server = maker.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!(user + system);
});
process.on('disconnect', () => process.exit());

/** All four parsers in sequence, as in applications. */
function withParsers(parsers: Parsers): http.RequestListener {
  const stack = KINDS.map((kind) => parsers[kind]({ limit: LIMIT }));
  return (req, res) => {
    const step = (index: number) => (error?: Error) => {
      if (error) res.writeHead(500).end(error.message);
      else if (index < stack.length) stack[index]!(req as Req, res as Res, step(index + 1));
      else res.end('ok');
    };
    step(0)();
  };
}
