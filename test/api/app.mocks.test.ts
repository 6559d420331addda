// Tests of applications call them with messages of their own, as node-mocks-http makes them: event emitters and plain objects.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Framework, lines } from '../support/api.js';

const REQUESTS: Record<string, () => any> = {
  'a plain object': () => ({}),
  'an event emitter': () => new EventEmitter(),
  'an event emitter with resume': () => Object.assign(new EventEmitter(), { resume() {} }),
  'an event emitter that is piped': () =>
    Object.assign(new EventEmitter(), { resume() {} })
      .on('data', function ondata() {})
      .on('close', function onclose(this: any) {
        this.closed = true;
      }),
  'an event emitter with unpipe': () => {
    return Object.assign(new EventEmitter(), {
      resume() {},
      unpipe(this: any) {
        this.unpiped = true;
      },
    });
  },
  'a request that is complete': () => ({ complete: true }),
};

const APPLICATIONS: Record<string, (framework: Framework) => any> = {
  'without routes': (framework) => framework(),
  'with a route': (framework) => framework().get('/', () => {}),
};

/** What a message gets from an application that does not know its path. */
async function observe(app: any, makeRequest: () => any, call: (app: any, ...args: any[]) => void) {
  const headers: Record<string, unknown> = {};
  const res: any = {
    setHeader: (name: string, value: unknown) => {
      headers[name] = value;
    },
    getHeader: (name: string) => headers[name],
    removeHeader: (name: string) => delete headers[name],
    end: (body: unknown) => {
      res.body = body;
    },
  };
  const made = makeRequest();
  const req = Object.isFrozen(made)
    ? made
    : Object.assign(made, { method: 'GET', url: '/none', headers: {} });
  const errors: string[] = [];
  const record = (error: unknown) => errors.push(String(error));
  const others = process.listeners('uncaughtException');
  for (const other of others) process.removeListener('uncaughtException', other);
  process.on('uncaughtException', record);
  try {
    call(app, req, res);
  } catch (error) {
    record(error);
  }
  // The rest happens in the next turns of the event loop.
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.removeListener('uncaughtException', record);
  for (const other of others) process.on('uncaughtException', other);
  const { 'X-Powered-By': _, ...others_ } = headers;
  return { errors, status: res.statusCode, body: res.body, headers: others_, keys: Object.keys(req) };
}

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  describe(`an application of ${line}.x`, () => {
    for (const [application, make] of Object.entries(APPLICATIONS))
      for (const [request, makeRequest] of Object.entries(REQUESTS))
        it(`${application} answers ${request} as Express does`, async () => {
          const calls = [
            (app: any, ...args: any[]) => app(...args),
            (app: any, ...args: any[]) => app.handle(...args),
          ];
          for (const call of calls) {
            const ours = await observe(make(maglev), makeRequest, call);
            assert.deepEqual(ours, await observe(make(express), makeRequest, call));
          }
        });
  });
}
