/**
 * A router whose list of layers begins with another router is skipped: it gets a frame only if that router does not respond. Random
 * nests of routers, compared with Express: what handlers see, in which order, and whether they are called synchronously.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import express4 from 'express4';
import express5 from 'express5';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';
import { cases } from '../support/cases.js';
import { below, chance, pick, type Random, randomOf, randomSeed } from '../support/random.js';

const CASES = cases(600);
const MAX_DEPTH = 6;
/** Enough for all turns of the event loop that a nest of routers takes. */
const TURNS = 4 * MAX_DEPTH;
/** More layers than are run synchronously. */
const MANY = 105;

/** What a handler does, besides writing down what it sees. */
const ACTS = [
  'next',
  'late',
  'twice',
  'late twice',
  'error',
  'throw',
  'route',
  'router',
  'end',
  'rewrite',
  'rewrite back',
  'method',
  'params',
  'change outer',
  'change inner',
  'patch',
  'replace',
  'look later',
] as const;
type Act = (typeof ACTS)[number];

interface Level {
  readonly path: string;
  readonly mergeParams: boolean;
  readonly caseSensitive: boolean;
  /** Middleware before and after the next router. */
  readonly before: readonly Act[];
  readonly after: readonly Act[];
  readonly hasParamCallback: boolean;
  readonly isApp: boolean;
}

interface Nest {
  readonly levels: readonly Level[];
  readonly innermost: readonly Act[];
  /** Whether the innermost router ends with a layer that matches nothing, so that it is left synchronously. */
  readonly hasTail: boolean;
  readonly urls: readonly (readonly [method: string, url: string])[];
}

function nestOf(random: Random): Nest {
  const act = (): Act => (chance(random, 0.3) ? 'next' : pick(random, ACTS));
  const some = (share: number): Act[] => (chance(random, share) ? [act()] : []);
  const levels = Array.from({ length: 1 + below(random, MAX_DEPTH) }, (_, i) => ({
    path: pick(random, [`/l${i}`, `/l${i}`, `/:p${i}`, '/', `/l${i}/x`]),
    mergeParams: chance(random, 0.2),
    caseSensitive: chance(random, 0.1),
    before: some(0.15),
    after: chance(random, 0.1) ? Array(MANY).fill('next') : some(0.6),
    hasParamCallback: chance(random, 0.1),
    isApp: chance(random, 0.1),
  }));
  const prefix = levels.map(({ path }) => (path === '/' ? '' : path.replace(':', 'v'))).join('');
  const urls = Array.from({ length: 4 }, (): [string, string] => [
    pick(random, ['GET', 'GET', 'GET', 'POST', 'OPTIONS', 'HEAD']),
    pick(random, [
      prefix,
      prefix,
      prefix,
      prefix.toUpperCase(),
      prefix.replace('/v', '/%41'),
      `http://a${prefix}`,
    ]) + pick(random, ['/items/7', '/items/7?a=1', '/', '', '/none', '/items/%', '//', '/items/7/']),
  ]);
  return { hasTail: chance(random, 0.5), levels, innermost: [...some(0.9), ...some(0.4)], urls };
}

/** Runs the requests on one framework, and returns what its handlers have seen. */
async function record(express: any, { levels, innermost, hasTail, urls }: Nest): Promise<string[]> {
  const log: string[] = [];
  const routers: any[] = [express.Router()];
  let isSync = false;
  let acts = 0;
  const nexts: unknown[] = [];
  const numberOf = (next: unknown): number => {
    if (!nexts.includes(next)) nexts.push(next);
    return nexts.indexOf(next);
  };
  const see = (name: string, req: any, next: unknown): void => {
    const { url, baseUrl, originalUrl, params, route, _parsedUrl } = req;
    log.push(
      JSON.stringify([
        name,
        isSync,
        req.method,
        url,
        baseUrl,
        originalUrl,
        params,
        route?.path,
        _parsedUrl?.pathname,
        numberOf(next),
        numberOf(req.next),
      ]),
    );
  };
  const perform = (act: Act, level: number, req: any, next: any): void => {
    // Some would repeat themselves for ever.
    if (++acts > 5 * MANY) return;
    const later = (fn: () => void): void => void setImmediate(fn);
    const [outer, inner] = [routers[0], routers.at(-1)];
    const acting: Record<Act, () => void> = {
      next: () => next(),
      late: () => later(next),
      twice: () => {
        next();
        next();
      },
      'late twice': () => {
        later(() => next());
        later(() => next());
      },
      error: () => next(new Error('given')),
      throw: () => {
        throw new Error('thrown');
      },
      route: () => next('route'),
      router: () => next('router'),
      end: () => {},
      rewrite: () => {
        req.url = '/rewritten';
        next();
      },
      'rewrite back': () => {
        const { url } = req;
        req.url = '/rewritten';
        later(() => {
          req.url = url;
          next();
        });
      },
      method: () => {
        req.method = 'PUT';
        next();
      },
      params: () => {
        req.params = { own: '1' };
        next();
      },
      'change outer': () => {
        outer.use((req: any, _res: any, next: any) => {
          see('added', req, next);
          next();
        });
        next();
      },
      'change inner': () => {
        if (inner.stack.length > 0) inner.stack.unshift(inner.stack.pop());
        next();
      },
      patch: () => {
        const router = routers[level]!;
        const { handle } = router;
        router.handle = function (req: any, res: any, done: any) {
          see('patched', req, done);
          return handle.call(this, req, res, done);
        };
        next();
      },
      replace: () => {
        for (const router of routers.slice(1, -1)) router.stack = router.stack.slice(0, 1);
        next();
      },
      'look later': () => {
        const look = (turns: number): void => {
          see('later', req, null);
          if (turns > 0) later(() => look(turns - 1));
        };
        later(() => look(MAX_DEPTH));
        next();
      },
    };
    acting[act]();
  };
  const add = (level: number, name: string, act: Act): void => {
    routers[level].use((req: any, _res: any, next: any) => {
      see(`${name} ${level} ${act}`, req, next);
      perform(act, level, req, next);
    });
  };
  for (const [i, level] of levels.entries()) {
    for (const act of level.before) add(i, 'before', act);
    const { mergeParams, caseSensitive } = level;
    const router = express.Router({ mergeParams, caseSensitive });
    if (level.hasParamCallback)
      routers[i].param(`p${i}`, (req: any, _res: any, next: any, value: string) => {
        see(`param ${value}`, req, next);
        next();
      });
    if (level.isApp) {
      const app = express();
      app.use(router);
      routers[i].use(level.path, app);
    } else {
      routers[i].use(level.path, router);
    }
    routers.push(router);
    for (const act of level.after) add(i, 'after', act);
    routers[i].use((error: any, req: any, _res: any, next: any) => {
      see(`error ${i} ${error.message}`, req, next);
      next(error);
    });
  }
  const last = levels.length;
  for (const act of innermost)
    routers[last].get('/items/:id', (req: any, _res: any, next: any) => {
      see(`innermost ${act}`, req, next);
      perform(act, last, req, next);
    });
  if (hasTail) routers[last].get('/never', () => {});
  routers[0].compile?.();
  for (const [method, url] of urls) {
    acts = 0;
    const req: any = { method, url, headers: {} };
    const res: any = { setHeader() {}, set() {}, send() {}, end: (text: string) => log.push(`end ${text}`) };
    isSync = true;
    routers[0](req, res, (error: any) => {
      see(`out ${error?.message}`, req, null);
    });
    isSync = false;
    for (let i = 0; i < TURNS; i++) await new Promise(setImmediate);
  }
  return log;
}

/** The middle one is skipped. */
function threeRouters(express: any): Record<'outer' | 'middle' | 'inner', any> {
  const [outer, middle, inner] = [express.Router(), express.Router(), express.Router()];
  outer.use('/a', middle);
  middle.use('/b', inner);
  return { outer, middle, inner };
}

describe('nests of routers', () => {
  for (const [line, maglev, express] of [
    [5, maglev5, express5],
    [4, maglev4, express4],
  ] as const) {
    it(`are run as by Express ${line}`, async (t) => {
      const seed = randomSeed();
      t.diagnostic(`${CASES} nests, seed ${seed}`);
      const random = randomOf(seed);
      for (let i = 0; i < CASES; i++) {
        const nest = nestOf(random);
        const [expected, actual] = [await record(express, nest), await record(maglev, nest)];
        assert.deepEqual(actual, expected, `nest ${i} of seed ${seed}: ${JSON.stringify(nest)}`);
      }
    });

    it(`runs the layers that a router had when it was skipped, as Express ${line}`, async () => {
      const run = async (express: any): Promise<string[]> => {
        const { outer, middle, inner } = threeRouters(express);
        const log: string[] = [];
        middle.use((_req: any, _res: any, next: any) => {
          log.push('middle');
          next();
        });
        const send = (): Promise<void> =>
          new Promise((resolve) => outer({ method: 'GET', url: '/a/b/x' }, {}, () => resolve()));
        inner.get('/x', async (_req: any, _res: any, next: any) => {
          middle.stack = [];
          await send();
          next();
        });
        outer.compile?.();
        await send();
        return log;
      };
      assert.deepEqual(await run(maglev), await run(express));
    });
  }
});
