/** When unobserved, a request enters a mounted router directly, without a call of its layer and of its own functions. */
import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import test, { suite } from 'node:test';
import express4 from 'express4';
import express5 from 'express5';
import { tracing } from '../../src/dispatch/run-layer.js';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';

type Log = string[];

/** An outer router with an inner one at `/in`. No test has read either from a stack. */
interface Routers {
  readonly express: any;
  readonly outer: any;
  readonly inner: any;
  readonly log: Log;
}

type Moment = 'between requests' | 'during a request';

/** Sends a request to compiled routers, changes them, and sends the request again. */
function record(
  express: any,
  change: (routers: Routers) => unknown,
  moment: Moment = 'between requests',
): Log {
  const log: Log = [];
  const [outer, inner] = [express.Router(), express.Router()];
  let onRequest = (): void => {};
  outer.use((_req: any, _res: any, next: any) => {
    onRequest();
    next();
  });
  inner.use((req: any, _res: any, next: any) => {
    log.push(`inner ${req.baseUrl} ${req.url}`);
    next();
  });
  inner.get('/fails', () => {
    throw new Error('broken');
  });
  outer.use('/in', inner);
  outer.use((req: any, _res: any, next: any) => {
    log.push(`outer ${req.baseUrl} ${req.url}`);
    next();
  });
  outer.use((error: any, _req: any, _res: any, next: any) => {
    log.push(`error ${error.message}`);
    next();
  });
  outer.compile?.();
  const send = (url: string): void =>
    outer({ method: 'GET', url }, {}, (error: any) => log.push(`end ${error}`));
  send('/in/x');
  let undo: unknown;
  onRequest = () => {
    undo ??= change({ express, outer, inner, log });
  };
  if (moment === 'between requests') onRequest();
  try {
    send('/in/x');
    send('/in/fails');
  } finally {
    (undo as () => void)();
    onRequest = () => {};
  }
  send('/in/x');
  return log;
}

/** Replaces a method with one that logs its calls. Returns a function that restores it. */
function watch(object: any, name: string, log: Log): () => void {
  const original = object[name];
  object[name] = function (this: any, ...args: any[]): unknown {
    log.push(`${name} called`);
    return original.apply(this, args);
  };
  return () => {
    object[name] = original;
  };
}

const changes: Record<string, (routers: Routers) => unknown> = {
  'nothing is': () => () => {},
  'handle of the inner router is': ({ inner, log }) => watch(inner, 'handle', log),
  'handle of all routers is': ({ express, log }) => {
    const target = typeof express.Router.handle === 'function' ? express.Router : express.Router.prototype;
    return watch(target, 'handle', log);
  },
  'the inner stack is': ({ inner }) => {
    const { stack } = inner;
    inner.stack = [];
    return () => {
      inner.stack = stack;
    };
  },
  'the method that runs layers is': ({ express, log }) => {
    // The prototype comes from another router, because reading the stack of these would mark them as escaped.
    const layer = Object.getPrototypeOf(express.Router().use(() => {}).stack[0]);
    return watch(layer, layer.handle_request ? 'handle_request' : 'handleRequest', log);
  },
  'the handler of the layer is': ({ outer, log }) => watch(outer.stack[1], 'handle', log),
  'handle of the inner router throws once, and is': ({ inner, log }) => {
    const { handle } = inner;
    let reads = 0;
    Object.defineProperty(inner, 'handle', {
      configurable: true,
      get() {
        log.push(`read ${reads}`);
        if (reads++ === 0) throw new Error('once');
        return handle;
      },
    });
    return () => delete inner.handle;
  },
  'handle of the inner router throws, and is': ({ inner }) => {
    Object.defineProperty(inner, 'handle', {
      configurable: true,
      get() {
        throw new Error('no handle');
      },
    });
    return () => delete inner.handle;
  },
};

for (const [name, maglev, express] of [
  ['5.x', maglev5, express5],
  ['4.x', maglev4, express4],
] as const) {
  suite(name, () => {
    for (const [name, change] of Object.entries(changes)) {
      for (const moment of ['between requests', 'during a request'] as const) {
        test(`a mounted router behaves as in Express if ${name} replaced ${moment}`, () => {
          assert.deepEqual(record(maglev, change, moment), record(express, change, moment));
        });
      }
    }
  });
}

test('a router with four parameters is skipped, as in Express', () => {
  for (const [maglev, express] of [
    [maglev5, express5],
    [maglev4, express4],
  ] as const) {
    const [ours, theirs] = [maglev, express].map((framework: any) => {
      const log: Log = [];
      const [outer, inner] = [framework.Router(), framework.Router()];
      inner.use((_req: any, _res: any, next: any) => {
        log.push('inner');
        next();
      });
      Object.defineProperty(inner, 'length', { value: 4 });
      outer.use('/in', inner);
      outer.use((_req: any, _res: any, next: any) => next());
      outer.compile?.();
      outer({ method: 'GET', url: '/in/x' }, {}, () => log.push('end'));
      return log;
    });
    assert.deepEqual(ours, theirs);
  }
});

test('subscribers receive the layer that mounts a router', () => {
  const types: string[] = [];
  const start = channel('tracing:maglev:layer:start');
  const listen = ({ type }: any): void => {
    types.push(type);
  };
  record(maglev5, () => {
    start.subscribe(listen);
    return () => start.unsubscribe(listen);
  });
  assert.ok(types.includes('router'), types.join());
  assert.equal(tracing.isOn, false);
});
