// What a program reaches from the export of the framework looks as with Express: kinds of values, their keys and descriptors, names and
// lengths of functions, prototypes, and how they are printed. Test runners list, copy and print such objects.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect, isDeepStrictEqual, types } from 'node:util';
import { type Framework, lines } from '../support/api.js';

/** What tests get from a framework of 4.x or 5.x, by name. */
const reachable = (framework: Framework): Record<string, unknown> => {
  const app = framework();
  app.get('/x/:id', () => {});
  app.use(function named() {});
  const router = framework.Router().get('/r', () => {});
  const [layer] = router.stack;
  return {
    framework,
    app,
    router,
    layer,
    Layer: layer.constructor,
    route: new framework.Route('/x'),
    View: app.get('view'),
    parsers: ['json', 'raw', 'text', 'urlencoded'].map((name) => framework[name]({ extended: true })),
    serveStatic: framework.static('/'),
  };
};

/** Each difference, by the path that leads to it. */
function differencesOf(ours: unknown, theirs: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const compare = (path: string, one: unknown, other: unknown): void => {
    if (one !== other) found.push(`${path}: ${String(one)}, not ${String(other)}`);
  };
  const walk = (path: string, one: any, other: any): void => {
    const isObject =
      types.isProxy(one) || (typeof one === 'object' && one !== null) || typeof one === 'function';
    if (!isObject || typeof one !== typeof other) {
      compare(
        path,
        typeof one === typeof other ? one : typeof one,
        typeof one === typeof other ? other : typeof other,
      );
      return;
    }
    if (one === other || seen.has(one)) return;
    seen.add(one);
    // The prototypes of messages have one of maglev's between them and Node's.
    if (/\.(request|response)$/.test(path)) return;
    if (typeof one === 'function') compare(`${path}, a class`, isClass(one), isClass(other));
    compare(`${path}, printed`, print(one), print(other));
    // What maglev adds is not enumerable.
    const keys = Reflect.ownKeys(other);
    const added = Reflect.ownKeys(one).filter((key) => !keys.includes(key));
    const own = Reflect.ownKeys(one).filter((key) => keys.includes(key));
    compare(`${path}, its order`, own.map(String).join(), keys.map(String).join());
    for (const key of added)
      compare(`${path}.${String(key)}, enumerable`, flagsOf(one, key).enumerable, false);
    for (const key of own) {
      const at = `${path}.${String(key)}`;
      const [mine, original] = [flagsOf(one, key), flagsOf(other, key)];
      compare(`${at}, its descriptor`, inspect(mine.flags), inspect(original.flags));
      for (const part of ['value', 'get', 'set'] as const) {
        if (part === 'value') walk(at, mine.value, original.value);
        else compare(`${at}, its ${part}`, accessorOf(mine[part]), accessorOf(original[part]));
      }
    }
    walk(`${path}.__proto__`, Object.getPrototypeOf(one), Object.getPrototypeOf(other));
  };
  walk('', ours, theirs);
  return found;
}

function flagsOf(object: object, key: PropertyKey) {
  const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(object, key)!;
  return { value, get, set, flags, enumerable: flags.enumerable };
}

const accessorOf = (accessor: any): string =>
  accessor && inspect([accessor.name, accessor.length, 'prototype' in accessor]);
const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));
const print = (value: unknown): string => inspect(value, { depth: 1 });

/** How a constructor is called: by wrappers, by derived constructors, and by mistake. */
const CALLS: Record<string, (Route: any) => unknown> = {
  'with call': (Route) => {
    const made: any = {};
    return [Route.call(made, '/x'), made];
  },
  'with call, by a derived constructor': (Route) => {
    function Derived(this: any, path: string) {
      Route.call(this, path);
      this.mine = true;
    }
    Derived.prototype = Object.create(Route.prototype);
    const made = new (Derived as any)('/x').get(() => {});
    return [made instanceof Route, made.mine, made.path, Object.keys(made), made.stack.length, made.methods];
  },
  'by a derived class': (Route) => {
    class Derived extends Route {
      mine = true;
    }
    const made: any = new (Derived as any)('/x').all(() => {});
    return [made instanceof Route, made.mine, made.path, Object.keys(made), made.stack.length, made.methods];
  },
  'with a route': (Route) => {
    const made = new Route('/x').get(() => {});
    Route.call(made, '/y');
    made.post(() => {});
    return [made.path, made.stack.length, made.methods];
  },
  'without new': (Route) => {
    try {
      return Route('/x');
    } catch (error) {
      return String(error);
    }
  },
  'with a primitive': (Route) => {
    try {
      return Route.call(5, '/x');
    } catch (error) {
      return String(error);
    }
  },
};

for (const line of [5, 4] as const) {
  const { maglev, express } = lines[line];
  describe(`what a program reaches of ${line}.x`, () => {
    it('looks as with Express', () => {
      assert.deepEqual(differencesOf(reachable(maglev), reachable(express)), []);
    });

    for (const [name, call] of Object.entries(CALLS))
      it(`is a constructor of routes that may be called ${name}`, () => {
        assert.deepEqual(call(maglev.Route), call(express.Route));
      });

    it('is a constructor of layers that may be called without new', () => {
      const keysOf = (framework: Framework): unknown => {
        const { constructor: Layer } = framework.Router().use(() => {}).stack[0];
        const handler = () => {};
        const made = Layer('/x/:id', { end: true }, handler);
        Layer.call(made, '/y/:name', { end: true }, handler);
        return [
          made instanceof Layer,
          Object.keys(made),
          made.match('/x/1'),
          made.match('/y/1'),
          made.params,
        ];
      };
      assert.deepEqual(keysOf(maglev), keysOf(express));
    });

    it('answers requests if a spy wraps its constructor of routes', () => {
      const answer = (framework: Framework): unknown => {
        const calls: unknown[] = [];
        const { Route } = framework;
        function spy(this: object, ...args: unknown[]): unknown {
          calls.push(args);
          return Route.apply(this, args);
        }
        spy.prototype = Route.prototype;
        const route = new (spy as any)('/x').get((_req: any, res: any) => res.end('answered'));
        const end = (text: string) => calls.push(text);
        route.dispatch({ method: 'GET' }, { end }, () => {});
        return calls;
      };
      assert.deepEqual(answer(maglev), answer(express));
    });
  });
}

describe('what a program reaches of 3.x', () => {
  const { maglev, express } = lines[3];
  for (const name of ['Route', 'Router']) {
    it(`is a function ${name}, with the members of Express and their lengths`, () => {
      const shapeOf = (framework: Framework): unknown => {
        const { prototype } = framework[name];
        // The others are replaced in test/support/api-express3.ts.
        const names = Object.keys(prototype).filter((key) => key !== '_options' && key !== 'matchRequest');
        const members = names.map((key) => [key, prototype[key].length]);
        return [isClass(framework[name]), inspect(framework[name]), framework[name].length, members];
      };
      assert.deepEqual(shapeOf(maglev), shapeOf(express));
    });
  }

  it('has constructors that may be called with call', () => {
    const call = (framework: Framework): unknown => {
      const [route, router]: any[] = [{}, Object.create(framework.Router.prototype)];
      framework.Route.call(route, 'get', '/x', [], {});
      framework.Router.call(router, {});
      router.get('/x', () => {});
      framework.Router.call(router, {});
      router.get('/y', () => {});
      const found = ['/x', '/y'].map((url) => router.match('GET', url, 0)?.path);
      return [Object.keys(route), Object.keys(router), found];
    };
    assert.deepEqual(call(maglev), call(express));
  });
});

for (const line of [5, 4] as const) {
  const { maglev, express } = lines[line];
  describe(`deep equality in ${line}.x`, () => {
    const handler = () => {};
    const MADE: Record<string, (framework: Framework) => unknown> = {
      'an empty route': ({ Route }) => new Route('/'),
      'a route': ({ Route }) => new Route('/').get(handler),
      'a route of a router': ({ Router }) => Router().route('/x').get(handler),
      'the layers of a route': ({ Route }) => new Route('/').get(handler).stack,
      'an empty router': ({ Router }) => Router(),
      'an empty stack': ({ Router }) => Router().stack,
      'the stack of a router': ({ Router }) => Router().get('/x/:id', handler).stack,
      'a layer': ({ Router }) => Router().use(handler).stack[0],
      'settings of an application': (framework) => framework().settings,
      'the methods of a route': ({ Route }) => new Route('/').get(handler).methods,
    };
    for (const [name, make] of Object.entries(MADE))
      it(`is that of Express: ${name}`, () => {
        const [ours, theirs] = [maglev, express].map((framework) => [
          isDeepStrictEqual(make(framework), make(framework)),
          isDeepStrictEqual(make(framework), []),
          inspect(make(framework)),
        ]);
        assert.deepEqual(ours, theirs);
      });
  });
}
