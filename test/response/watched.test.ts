import assert from 'node:assert/strict';
import test from 'node:test';
import { type Framework, lines, sendRequest } from '../support/api.js';

/** What middleware replaces on a response in order to see what it is given. */
const WATCHED = [
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

const ANSWERS: Record<string, (res: any) => void> = {
  text: (res) => res.send('hello'),
  'text of another alphabet': (res) => res.send('żółw'),
  'long text': (res) => res.send('long '.repeat(5000)),
  'text of a type': (res) => res.type('text/plain; charset=latin1').send('plain'),
  json: (res) => res.json({ hello: 'world' }),
  'json of another type': (res) => res.type('application/vnd.api+json').json([1, 2]),
  object: (res) => res.send({ hello: 'world' }),
  status: (res) => res.sendStatus(404),
  redirect: (res) => res.redirect('/elsewhere'),
  'text without a tag': (res) => res.set('ETag', '"mine"').send('tagged'),
};

for (const line of [5, 4] as const) {
  for (const member of WATCHED) {
    test(`who replaces res.${member} sees what they see in Express ${line}.x`, async () => {
      for (const [name, answer] of Object.entries(ANSWERS)) {
        assert.deepEqual(
          await watch(lines[line].maglev, member, answer),
          await watch(lines[line].express, member, answer),
          name,
        );
      }
    });
  }
}

test('who gives html another type has texts sent as that, as in Express 4.x', async () => {
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

async function watch(framework: Framework, member: string, answer: (res: any) => void) {
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
  app.get('/', (_req: any, res: any) => answer(res));
  await sendRequest(app, '/');
  return seen;
}

function shown(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `Buffer ${value.toString('latin1')}` : value;
}
