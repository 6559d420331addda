/** One of the servers: `node server.js <name>`, told by its parent when to say how much CPU time it has used. */
import http from 'node:http';
import { createRequire } from 'node:module';
import { fastifyApp, LIMIT } from './subjects.js';

const require = createRequire(import.meta.url);
const KINDS = ['json', 'urlencoded', 'raw', 'text'];

const makers = {
  'maglev parsers': () => http.createServer(withParsers(require('../../dist/parsers.cjs'))),
  'body-parser': () => http.createServer(withParsers(require('../../node_modules/body-parser'))),
  'maglev application': () => {
    const maglev = require('../../dist/index.cjs');
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

const maker = await makers[process.argv[2]]();
const server = maker.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on('disconnect', () => process.exit());

/** All four parsers in a row, as applications have them. */
function withParsers(parsers) {
  const stack = KINDS.map((kind) => parsers[kind]({ limit: LIMIT }));
  return (req, res) => {
    const step = (index) => (error) => {
      if (error) res.writeHead(500).end(error.message);
      else if (index < stack.length) stack[index](req, res, step(index + 1));
      else res.end('ok');
    };
    step(0)();
  };
}
