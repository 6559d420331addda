// What applications, routers, routes and layers show of themselves: names, their order, prototypes and listeners are those of Express.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Framework, lines } from '../support/api.js';

const keysIn = (value: object): string[] => {
  const keys: string[] = [];
  for (const key in value) keys.push(key);
  return keys;
};

/** The names that are enumerable, own and inherited. */
const listings: Record<string, (framework: Framework) => object> = {
  'an application': (framework) => framework(),
  'maglev.application': (framework) => framework.application,
};
const newer: typeof listings = {
  'a router': (framework) => framework.Router(),
  'maglev.Router': (framework) => framework.Router,
  'a route': (framework) => new framework.Route('/'),
  'Route.prototype': (framework) => framework.Route.prototype,
  'a layer': (framework) => framework.Router().use(() => {}).stack[0],
};

for (const line of [5, 4, 3] as const) {
  const { maglev, express } = lines[line];
  describe(`the shape of ${line}.x`, () => {
    for (const [name, make] of Object.entries(line === 3 ? listings : { ...listings, ...newer })) {
      it(`lists the members of ${name} in the order of Express`, () => {
        const [ours, theirs] = [make(maglev), make(express)];
        assert.deepEqual(keysIn(ours), keysIn(theirs));
        assert.deepEqual(Object.keys(ours), Object.keys(theirs));
      });
    }

    it('has its additions nevertheless', () => {
      const app = maglev();
      const names =
        line === 3 ? ['compile', 'explain', 'close'] : ['compile', 'explain', 'routes', 'url', 'close'];
      for (const name of names) assert.equal(typeof app[name], 'function', name);
    });

    it('names listeners as Express does', () => {
      const listenersOf = (framework: Framework) => {
        const app = framework();
        return app
          .eventNames()
          .map((event: string) => [
            event,
            app.listeners(event).map((listener: any) => [listener.name, listener.length]),
          ]);
      };
      assert.deepEqual(listenersOf(maglev), listenersOf(express));
    });

    if (line !== 3) {
      it('makes routers of derived classes as Express does', () => {
        assert.deepEqual(derivedFrom(maglev.Router), derivedFrom(express.Router));
      });

      it('throws as Express does if a router is called without arguments', async () => {
        assert.deepEqual(await withoutArguments(maglev), await withoutArguments(express));
      });
    }
  });
}

function derivedFrom(Router: any): unknown {
  class Derived extends Router {
    own(): string {
      return 'own';
    }
  }
  const router: any = new (Derived as any)({ strict: true });
  const other: any = new (Derived as any)();
  const plain = Router();
  const prototype = Object.getPrototypeOf(router);
  return {
    isOwnPrototype: prototype === Derived.prototype,
    isShared: prototype === Object.getPrototypeOf(other),
    inherited: Object.getPrototypeOf(prototype) === Derived.prototype,
    names: Object.getOwnPropertyNames(prototype).length > 0 && Router.prototype === undefined,
    own: typeof router.own,
    isDerived: router instanceof Derived,
    kind: typeof prototype,
    isPlainPrototype: Object.getPrototypeOf(plain) === Router.prototype,
    plainKind: typeof Object.getPrototypeOf(plain),
    called: Object.getPrototypeOf(Router.call(Object.create(Router.prototype ?? null))) === Router.prototype,
    keys: Object.keys(router),
  };
}

/** The errors of calls that lack something, at once or later. */
async function withoutArguments(framework: Framework): Promise<unknown[]> {
  const passing = framework.Router().use((_req: any, _res: any, next: any) => next());
  const failing = framework.Router().use((_req: any, _res: any, next: any) => next(new Error('expected')));
  const request = () => ({ url: '/', method: 'GET' });
  const errors: unknown[] = [];
  const record = (error: any) => errors.push([error?.constructor.name, error?.message]);
  process.prependListener('uncaughtException', record);
  const others = process.listeners('uncaughtException').filter((listener) => listener !== record);
  for (const other of others) process.removeListener('uncaughtException', other);
  for (const router of [framework.Router(), passing, failing]) {
    for (const args of [[], [request()], [request(), {}], [request(), {}, null], [request(), {}, 5]]) {
      try {
        router(...args);
      } catch (error) {
        record(error);
      }
      // What is thrown later comes in the next turns of the event loop.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      errors.push('next');
    }
  }
  process.removeListener('uncaughtException', record);
  for (const other of others) process.on('uncaughtException', other);
  return errors;
}
