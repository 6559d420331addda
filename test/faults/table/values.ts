/** Values that can be thrown, rejected with or passed to next, including values that are not errors. */
import type { Fault, Faults, Line } from '../fault.js';

const VALUES: Record<string, () => unknown> = {
  'an error': () => new Error('broken'),
  'an error with a status': () => Object.assign(new Error('teapot'), { status: 418 }),
  'an error with a statusCode and headers': () =>
    Object.assign(new Error('slow down'), { statusCode: 429, headers: { 'Retry-After': '5' } }),
  'an error that is exposed': () => Object.assign(new Error('shown'), { status: 400, expose: true }),
  'an error with a status below 400': () => Object.assign(new Error('fine'), { status: 200 }),
  'an error with a status that is a string': () => Object.assign(new Error('text'), { status: '404' }),
  'an error with a cause': () => new Error('outer', { cause: new Error('inner') }),
  'an error without a stack': () => Object.assign(new Error('bare'), { stack: undefined }),
  'an AggregateError': () => new AggregateError([new Error('one'), new Error('two')], 'several'),
  null: () => null,
  undefined: () => undefined,
  'an empty string': () => '',
  zero: () => 0,
  false: () => false,
  true: () => true,
  'a string': () => 'a string',
  "the word 'route'": () => 'route',
  "the word 'router'": () => 'router',
  'a number': () => 42,
  'a bigint': () => 42n,
  'a symbol': () => Symbol('thrown'),
  'a function': () => function thrown() {},
  'a frozen object': () => Object.freeze({ message: 'frozen', status: 409 }),
  'a frozen error': () => Object.freeze(new Error('frozen')),
  'an array': () => ['a', 'b'],
  'an object without a prototype': () => Object.create(null),
  'an object whose toString throws': () => ({
    toString() {
      throw new Error('unspeakable');
    },
  }),
  'an object whose status throws': () => ({
    get status() {
      throw new Error('no status');
    },
    toString: () => 'guarded',
  }),
  'an object whose stack is not a string': () => ({ stack: 7, toString: () => 'stacked' }),
};

/** Express 3 passes any status of an error to Node, and crashes. maglev does not, as documented in the README. */
const DEADLY_IN_3 = /status below 400/;

export const values: Faults = Object.fromEntries(
  Object.entries(VALUES).flatMap(([name, make]): [string, Fault][] => {
    const lines: Line[] = DEADLY_IN_3.test(name) ? [5, 4] : [5, 4, 3];
    return [
      [
        `a handler throws ${name}`,
        {
          lines,
          build: (app) =>
            app.get('/', () => {
              throw make();
            }),
        },
      ],
      [
        `a handler forwards ${name}`,
        { lines, build: (app) => app.get('/', (_req: any, _res: any, next: any) => next(make())) },
      ],
      [
        `a middleware forwards ${name} later`,
        { lines, build: (app) => app.use((_req: any, _res: any, next: any) => setImmediate(next, make())) },
      ],
      [
        `a handler rejects with ${name}`,
        {
          lines,
          build: (app) =>
            app.get('/', async () => {
              throw make();
            }),
          // Before 5.x, routers ignore promises: the process reports the rejection, and the client gets no response.
          act: (client) => (client.line === 5 ? client.ordinary() : client.withoutResponse('unhandled')),
        },
      ],
      [
        `an error handler throws ${name}`,
        {
          lines,
          build(app) {
            app.get('/', (_req: any, _res: any, next: any) => next(new Error('first')));
            app.use((_error: any, _req: any, _res: any, _next: any) => {
              throw make();
            });
          },
        },
      ],
    ];
  }),
);
