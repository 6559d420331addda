import assert from 'node:assert/strict';
import test from 'node:test';
import { type Framework, lines, sendRequest } from '../support/api.js';

/** Methods of a response that middleware replaces to observe calls. */
const OBSERVED = [
  'setHeader',
  'getHeader',
  'set',
  'get',
  'type',
  'status',
  'send',
  'write',
  'writeHead',
  'end',
];

const RESPONSES: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'text beyond Latin 1': (res) => res.send('żółw'),
  'long text': (res) => res.send('long '.repeat(5000)),
  'text with a type': (res) => res.type('text/plain; charset=latin1').send('plain'),
  json: (res) => res.json({ hello: 'world' }),
  'json with another type': (res) => res.type('application/vnd.api+json').json([1, 2]),
  object: (res) => res.send({ hello: 'world' }),
  status: (res) => res.sendStatus(404),
  redirect: (res) => res.redirect('/elsewhere'),
  'text with its own ETag': (res) => res.set('ETag', '"mine"').send('tagged'),
};

for (const line of [5, 4] as const) {
  for (const member of OBSERVED) {
    test(`a replaced res.${member} gets the same calls as in Express ${line}.x`, async () => {
      for (const [name, respond] of Object.entries(RESPONSES)) {
        assert.deepEqual(
          await callsOf(lines[line].maglev, member, respond),
          await callsOf(lines[line].express, member, respond),
          name,
        );
      }
    });
  }
}

test('a changed type of html is the type of text responses, as in Express 4.x', async () => {
  const typeOf = async (framework: Framework): Promise<unknown> => {
    const { mime } = framework.static;
    mime.define({ 'text/x-page': ['html'] }, true);
    try {
      const app = framework();
      app.get('/', (_req: any, res: any) => res.send('hello'));
      return (await sendRequest(app, '/')).get('Content-Type');
    } finally {
      mime.define({ 'text/html': ['html'] }, true);
    }
  };
  assert.equal(await typeOf(lines[4].express), 'text/x-page; charset=utf-8');
  assert.equal(await typeOf(lines[4].maglev), 'text/x-page; charset=utf-8');
});

async function callsOf(framework: Framework, member: string, respond: (res: any) => void) {
  const seen: unknown[] = [];
  const app = framework();
  app.disable('x-powered-by');
  app.use((_req: any, res: any, next: any) => {
    const original = res[member];
    res[member] = function (...args: unknown[]) {
      seen.push(args.map(shown));
      return original.apply(this, args);
    };
    next();
  });
  app.get('/', (_req: any, res: any) => respond(res));
  await sendRequest(app, '/');
  return seen;
}

function shown(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `Buffer ${value.toString('latin1')}` : value;
}
