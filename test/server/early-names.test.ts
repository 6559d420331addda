import assert from 'node:assert/strict';
import http from 'node:http';
import type { Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { RECORDED_NAMES } from '../../src/node-internals.js';
import { findEarlyMembers, recordEarlyNames } from '../../src/server/early-names.js';
import { exchange, type Framework, type Line, lines, listening } from '../support/api.js';

type Side = 'request' | 'response';

const PLAIN = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
/** The last one of each connection closes it. Node itself responds to the requests without Host, and with an unknown Expect. */
const CONNECTIONS = [
  [
    'GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab',
    'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
  ].join(''),
  'GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
];

/** Names that Node's messages have, and those that Express adds. */
const NAMES: Record<Side, readonly string[]> = {
  request: [
    ...namesOf(new http.IncomingMessage(null as any)),
    ...[
      'res',
      'next',
      'baseUrl',
      'originalUrl',
      '_parsedUrl',
      'params',
      'query',
      'route',
      'body',
      '_construct',
    ],
  ],
  response: [...namesOf(new http.ServerResponse({ method: 'GET' } as any)), 'locals', 'req', '_construct'],
};
const PROTOTYPES: Record<Side, any> = {
  request: http.IncomingMessage.prototype,
  response: http.ServerResponse.prototype,
};

function namesOf(message: object): string[] {
  const names = new Set<string>();
  for (let at = message; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  names.delete('constructor');
  // Values of Node's prototypes: an accessor that returns the same value is not noticed before its first use.
  for (const name of ['_events', '_eventsCount', '_maxListeners']) names.delete(name);
  return [...names];
}

/** For some requests only, or only by `setHeader`, which the fast path does not call. */
const RARELY_CALLED = new Set(['_read', '_dumpAndCloseReadable', '_isLenientHeaderValidation']);

/** A server whose application notes the names that are used on its messages before its handler runs. */
class Subject {
  readonly app: Framework;
  readonly #server: Server;
  readonly #names = new Set<string>();
  #isNoting = false;

  constructor(framework: Framework) {
    this.app = framework();
    this.app.set('env', 'test');
    this.app.use((_req: any, res: any) => {
      this.#isNoting = false;
      res.end('handled');
    });
    this.#server = this.app.listen(0, '127.0.0.1');
  }

  async send(bytes: string): Promise<string> {
    return String(
      await exchange({ port: await listening(this.#server), host: '127.0.0.1' }, bytes),
    ).replaceAll(/^(Date|Keep-Alive|X-Powered-By): .*\r\n/gm, '');
  }

  /** What the program has seen of its own members too early, and what the client has got. */
  async observe(bytes: string): Promise<{ names: readonly string[]; response: string }> {
    this.#names.clear();
    this.#isNoting = true;
    const response = await this.send(bytes);
    this.#isNoting = false;
    return { names: [...this.#names], response };
  }

  /** A member that behaves as Node's. */
  memberOf(side: Side, name: string): PropertyDescriptor {
    const note = () => {
      if (this.#isNoting) this.#names.add(name);
    };
    const prototype = PROTOTYPES[side];
    const nodes = descriptorOf(prototype, name);
    if (typeof nodes?.value === 'function') {
      const value = function (this: unknown, ...args: unknown[]): unknown {
        note();
        return prototype[name].apply(this, args);
      };
      return { configurable: true, writable: true, value };
    }
    const values = new WeakMap<object, unknown>();
    return {
      configurable: true,
      get() {
        note();
        if (nodes?.get) return nodes.get.call(this);
        return values.has(this) ? values.get(this) : nodes?.value;
      },
      set(value) {
        note();
        if (nodes?.set) nodes.set.call(this, value);
        else values.set(this, value);
      },
    };
  }

  /** Whether the server creates a message with the application's prototype. */
  async createsOwnMessages(): Promise<boolean> {
    await listening(this.#server);
    const Request = classOf(this.#server, 'IncomingMessage');
    return Object.getPrototypeOf(new Request(null)) === this.app.request;
  }

  close(): void {
    this.#server.close();
  }
}

function classOf(server: any, name: string): any {
  return server[Object.getOwnPropertySymbols(server).find(({ description }) => description === name)!];
}

function descriptorOf(prototype: object, name: string): PropertyDescriptor | undefined {
  for (let at = prototype; at !== null; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

function ownerOf(prototype: any, name: string): any {
  return Object.hasOwn(prototype, name) ? prototype : ownerOf(Object.getPrototypeOf(prototype), name);
}

for (const line of [5, 4, 3] as Line[]) {
  describe(`members of message prototypes (${line}.x)`, () => {
    const { maglev, express } = lines[line];
    let subject: Subject;
    let oracle: Subject;

    before(async () => {
      if (line === 3) process.env.NODE_ENV = 'test';
      // Otherwise servers create Node's messages, and nothing is tested.
      assert.equal(findEarlyMembers(), null);
      subject = new Subject(maglev);
      oracle = new Subject(express);
    });
    after(() => {
      delete process.env.NODE_ENV;
      subject.close();
      oracle.close();
    });

    for (const side of ['request', 'response'] as const) {
      test(`are not used before the application gets the ${side}`, async () => {
        for (const name of NAMES[side]) {
          // The server creates the application's own messages until the member is defined.
          await subject.send(PLAIN);
          assert.equal(await subject.createsOwnMessages(), true);
          for (const bytes of CONNECTIONS) {
            const [seen, expected] = await Promise.all(
              [subject, oracle].map(async (one) => {
                const prototype = one.app[side];
                Object.defineProperty(prototype, name, one.memberOf(side, name));
                const result = await one.observe(bytes);
                delete prototype[name];
                return result;
              }),
            );
            assert.deepEqual(seen, expected, `${name}: ${bytes}`);
          }
        }
      });
    }
  });
}

describe('members of message prototypes', () => {
  const { maglev } = lines[5];

  test('are those that this Node is known to use', () => {
    const recorded = recordEarlyNames();
    for (const side of ['request', 'response'] as const) {
      const missing = recorded[side].filter((name) => !RECORDED_NAMES[side].includes(name));
      assert.deepEqual(missing, [], `Add them to RECORDED_NAMES (${side})`);
    }
  });

  for (const side of ['request', 'response'] as const) {
    const methods = RECORDED_NAMES[side].filter((name) => typeof PROTOTYPES[side][name] === 'function');
    for (const name of methods) {
      test(`${name} of Node gets Node's ${side} where it is wrapped`, async () => {
        const subject = new Subject(maglev);
        await subject.send(PLAIN);
        assert.equal(await subject.createsOwnMessages(), true);
        const prototype = ownerOf(PROTOTYPES[side], name);
        const original = prototype[name];
        const { request, response } = subject.app;
        let seen = 0;
        let own = 0;
        prototype[name] = function (...args: unknown[]) {
          const inherited = Object.getPrototypeOf(this);
          if (inherited === PROTOTYPES[side]) seen++;
          // Only those whose handler has not run.
          else if ([request, response].includes(inherited) && this.res === undefined && !this.locals) own++;
          return original.apply(this, args);
        };
        try {
          assert.match(await subject.send(PLAIN), /200 OK/);
        } finally {
          prototype[name] = original;
          subject.close();
        }
        assert.equal(own, 0);
        if (!RARELY_CALLED.has(name)) assert.notEqual(seen, 0);
      });
    }
  }

  test('a getter under the name of a field does not end the process', async () => {
    const subject = new Subject(maglev);
    Object.defineProperty(maglev.request, 'client', {
      configurable: true,
      get() {
        return this.headers['x-client'];
      },
    });
    try {
      assert.match(await subject.send(PLAIN), /200 OK/);
    } finally {
      delete maglev.request.client;
      subject.close();
    }
  });

  test('a getter for headers may use what only the framework sets', async () => {
    const subject = new Subject(maglev);
    await subject.send(PLAIN);
    Object.defineProperty(subject.app.request, 'headers', {
      get() {
        return { at: this.originalUrl.length };
      },
    });
    assert.match(await subject.send(PLAIN), /200 OK/);
    subject.close();
  });

  test('may be those of a proxy whose traps throw', async () => {
    const subject = new Subject(maglev);
    await subject.send(PLAIN);
    const fail = (): never => {
      throw new Error('Not expected');
    };
    const { request } = maglev;
    const proxy = new Proxy(request, { has: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail });
    Object.setPrototypeOf(subject.app.request, proxy);
    for (let i = 0; i < 3; i++) assert.match(await subject.send(PLAIN), /200 OK/);
    subject.close();
  });

  test('are found on a prototype in between', async () => {
    const subject = new Subject(maglev);
    const calls: string[] = [];
    await subject.send(PLAIN);
    const between = Object.create(maglev.response, {
      assignSocket: { value: () => calls.push('assignSocket') },
    });
    Object.setPrototypeOf(subject.app.response, between);
    assert.match(await subject.send(PLAIN), /200 OK/);
    assert.deepEqual(calls, []);
    subject.close();
  });
});
