// Tests of applications call parsers with messages of their own: plain objects and event emitters, which lack what requests have. What
// happens, and what a request has afterwards, is the same as with Express.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Framework, lines, listening, sendToPort } from '../support/api.js';

const TYPES: Record<string, string> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  raw: 'application/octet-stream',
};
const BODIES: Record<string, string> = { json: '{"a":1}', urlencoded: 'a=1', text: 'text', raw: 'bytes' };

/** Messages with some members of a request. */
const MESSAGES: Record<string, () => any> = {
  'a plain object': () => ({}),
  'a plain object with a body': () => ({ body: { a: 1 } }),
  'a plain object that has been read': () => ({ _body: true, body: { a: 1 } }),
  'an object with on': () => ({ on() {} }),
  'an object with pipe': () => ({ pipe() {} }),
  'an event emitter': () => new EventEmitter(),
  'an event emitter with resume': () => Object.assign(new EventEmitter(), { resume() {} }),
};

const HEADERS: Record<string, (body: string) => object> = {
  'a length': (body) => ({ 'content-length': String(body.length) }),
  'a length that is too large': () => ({ 'content-length': '99999999' }),
  'a wrong length': () => ({ 'content-length': '1' }),
  chunks: () => ({ 'transfer-encoding': 'chunked' }),
  'a compressed body': () => ({ 'content-length': '1', 'content-encoding': 'gzip' }),
};

/** What happens when a parser is called with a message. */
async function observe(parser: Framework, message: any, headers: object, body: string): Promise<unknown[]> {
  const seen: unknown[] = [];
  const attempt = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      seen.push(String(error));
    }
  };
  message.headers = headers;
  attempt(() =>
    parser(message, {}, (error: any) => seen.push(['next', error && [String(error), error.status]])),
  );
  if (message.emit)
    attempt(() => {
      message.emit('data', Buffer.from(body));
      message.emit('end');
    });
  // Errors of messages that are not read are passed on in the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  return [...seen, Reflect.ownKeys(message), message.body];
}

for (const line of [5, 4] as const) {
  const { maglev, express } = lines[line];
  describe(`the parsers of ${line}.x`, () => {
    for (const name of Object.keys(TYPES))
      for (const [described, make] of Object.entries(MESSAGES))
        it(`treat ${described} as Express does: ${name}`, async () => {
          for (const [which, headersOf] of Object.entries(HEADERS)) {
            const body = BODIES[name]!;
            const headers = { 'content-type': TYPES[name]!, ...headersOf(body) };
            // In a later tick, Express throws where nothing can catch it.
            if (which === 'a length that is too large' && make().on && !make().resume) continue;
            const [ours, theirs] = await Promise.all(
              [maglev, express].map((framework) =>
                observe(framework[name]({ extended: true }), make(), { ...headers }, body),
              ),
            );
            assert.deepEqual(ours, theirs, which);
          }
        });
  });
}

describe('a request whose body has been parsed', () => {
  for (const line of [5, 4, 3] as const)
    for (const name of line === 3 ? ['json', 'urlencoded'] : Object.keys(TYPES))
      it(`has the keys that it has with Express ${line}: ${name}`, async () => {
        const [ours, theirs] = await Promise.all(
          [lines[line].maglev, lines[line].express].map((framework) => keysOf(framework, name)),
        );
        assert.deepEqual(ours, theirs);
      });
});

async function keysOf(framework: Framework, name: string): Promise<unknown> {
  const app = framework();
  let keys: string[] = [];
  app.use(framework[name]({ extended: true }));
  app.post('/', (req: any, res: any) => {
    // This one is documented in docs/differences.md.
    keys = Object.keys(req).filter((key) => key !== '_eventsCount');
    res.end();
  });
  const server = app.listen(0, '127.0.0.1');
  const port = await listening(server);
  const body = BODIES[name]!;
  await sendToPort(port, { path: '/', method: 'POST', headers: { 'content-type': TYPES[name]! }, body });
  server.close();
  return keys;
}
