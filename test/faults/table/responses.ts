/** Responses that cannot be sent as requested. */
import type { Fault, Faults } from '../fault.js';

type Respond = (res: any, req: any) => unknown;

const circular: Record<string, unknown> = {};
circular.self = circular;

const responses: Record<string, Respond> = {
  'circular JSON': (res) => res.json(circular),
  'JSON of a bigint': (res) => res.json({ n: 1n }),
  'JSON whose toJSON throws': (res) =>
    res.json({
      toJSON() {
        throw new Error('no JSON');
      },
    }),
  'JSON of a getter that throws': (res) =>
    res.json({
      get a() {
        throw new Error('no a');
      },
    }),
  'circular JSONP': (res) => res.jsonp(circular),
  'JSON of undefined': (res) => res.json(undefined),
  'a header with a line break': (res) => res.set('X-A', 'a\r\nX-B: b').send('never'),
  'a header with a NUL': (res) => res.set('X-A', 'a\0').send('never'),
  'a header without a name': (res) => res.set('', 'a').send('never'),
  'a header with an invalid name': (res) => res.set('a b', 'c').send('never'),
  'a header with a character outside Latin-1': (res) => res.set('X-A', '\u20ac').send('never'),
  'a header of undefined': (res) => res.set('X-A', undefined).send('never'),
  'a cookie with a line break in its path': (res) => res.cookie('a', 'b', { path: '/\r\n' }).send('never'),
  'a cookie without a name': (res) => res.cookie('', 'b').send('never'),
  'a signed cookie without a secret': (res) => res.cookie('a', 'b', { signed: true }).send('never'),
  'a redirect without a target': (res) => res.redirect(undefined),
  'a redirect with a line break': (res) => res.redirect('/a\r\nX-B: b'),
  'a body that is a symbol': (res) => res.send(Symbol('never')),
  'a body that is a function': (res) => res.send(() => {}),
  'an end that is an object': (res) => res.end({}),
  'a write of null': (res) => res.write(null),
  'a reason with a line break': (res) => {
    res.statusMessage = 'a\r\nX-B: b';
    res.send('never');
  },
  'an unknown encoding': (res) => res.end('never', 'nonsense'),
  'a format without an acceptable type': (res) => res.format({ 'text/html': () => res.send('never') }),
  'a sendFile without a path': (res) => res.sendFile(),
  'a sendFile of a relative path': (res) => res.sendFile('relative.txt'),
  'a download without a path': (res) => res.download(),
  'a length that is too small': (res) => {
    res.set('Content-Length', '1');
    res.end('more');
  },
  'a body for 204': (res) => res.status(204).send('never'),
  'a body for 304': (res) => res.status(304).end('never'),
};

const STATUSES = [0, 99, 100, 101, 199, 600, 999, 1000, -1, 20.5, Number.NaN, '200', 'abc', null, {}];

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nAccept: image/png\r\n\r\n';

const faultOf = (respond: Respond): Fault => ({
  build: (app) => app.get('/', (req: any, res: any) => respond(res, req)),
  request: REQUEST,
});

/** Express 3 crashes on a status that cannot be written. maglev responds 500, as documented in the README. */
const statusFault = (code: unknown): Fault => ({
  lines: [5, 4],
  build(app) {
    app.get('/', (_req: any, res: any, next: any) => {
      try {
        res.status(code);
        res.end('ended');
      } catch (error) {
        next(error);
      }
    });
  },
  request: 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
});

export const invalidResponses: Faults = Object.fromEntries([
  ...Object.entries(responses).map(([name, respond]) => [`a response with ${name}`, faultOf(respond)]),
  ...STATUSES.map((code) => [`a response with status ${JSON.stringify(code)}`, statusFault(code)]),
]);
