/**
 * Families of tables that grow in one direction each, for tests and benchmarks of the cost of compilation. They are built
 * with the public API of the given framework.
 */

/** The part of a framework that a family needs; typed loosely, so that Express fits as well. */
export interface Maker {
  Router(options?: object): any;
}

export interface Family {
  readonly name: string;
  /** A router of about `size` layers. */
  build(maker: Maker, size: number): any;
  /** The URL of a request that a route of the table handles. */
  target(size: number): string;
}

const ROUTES = 20;

export const FAMILIES: readonly Family[] = [
  {
    name: 'flat routes',
    build: (maker, size) => fill(maker.Router(), size, (router, i) => router.get(`/r${i}/:id`, pass)),
    target: (size) => `/r${size - 1}/x`,
  },
  {
    name: 'routers at / with a middleware each',
    build: (maker, size) => mountMany(maker, size, () => '/'),
    target: (size) => `/p${last(size)}/r${ROUTES - 1}/x`,
  },
  {
    name: 'routers at / with routes of four methods',
    build: (maker, size) =>
      fill(maker.Router(), size / ROUTES, (router, i) => {
        const inner = maker.Router().use(pass);
        for (let j = 0; j < ROUTES; j++) inner[METHODS[j % METHODS.length]!](`/p${i}/r${j}/:id`, pass);
        router.use('/', inner);
      }),
    target: (size) => `/p${last(size)}/r0/x`,
  },
  {
    name: 'routers at a parameter with a middleware each',
    build: (maker, size) => {
      const router = mountMany(maker, size / 2, () => '/:tenant');
      return fill(router, size / 2, (_, i) => router.get(`/t${i}/x`, pass));
    },
    target: (size) => `/acme/p${last(size / 2)}/r${ROUTES - 1}/x`,
  },
  {
    name: 'routers below a wildcard',
    build: (maker, size) => {
      const router = maker.Router();
      fill(router, size / (2 * ROUTES), (_, i) => router.get(wildcard(maker, `/w${i}`), pass).use(pass));
      return fill(router, size / (2 * ROUTES), (_, i) => router.use(`/w${i}`, inner(maker, i)));
    },
    target: (size) => `/w${last(size / 2)}/p${last(size / 2)}/r0/x`,
  },
  {
    name: 'one router in many places',
    build: (maker, size) => {
      const shared = inner(maker, 0);
      return fill(maker.Router(), size / ROUTES, (router, i) => router.use(`/m${i}`, shared));
    },
    target: (size) => `/m${last(size)}/p0/r0/x`,
  },
  {
    name: 'arrays of paths',
    build: (maker, size) =>
      fill(maker.Router(), size / 4, (router, i) => {
        router.get([`/a${i}`, `/b${i}/:id`, `/c/d${i}`, `/:any/e${i}`], pass);
      }),
    target: (size) => `/c/d${Math.ceil(size / 4) - 1}`,
  },
  {
    name: 'optional parts',
    build: (maker, size) =>
      fill(maker.Router(), size / 2, (router, i) => {
        router.use(pass).get(optional(maker, `/o${i}/:id`), pass);
      }),
    target: (size) => `/o${Math.ceil(size / 2) - 1}/x/y`,
  },
  {
    name: 'regular expressions between routes',
    build: (maker, size) =>
      fill(maker.Router(), size / 2, (router, i) => {
        router.get(new RegExp(`^/x${i}-\\d+$`), pass).get(`/r${i}/:id`, pass);
      }),
    target: (size) => `/r${Math.ceil(size / 2) - 1}/x`,
  },
  {
    name: 'routes for all methods',
    build: (maker, size) =>
      fill(maker.Router(), size / 2, (router, i) => {
        router.all(`/r${i}/:id`, pass)[METHODS[i % METHODS.length]!](`/s${i}`, pass);
      }),
    target: (size) => `/r${Math.ceil(size / 2) - 1}/x`,
  },
  {
    name: 'as many middlewares as routes',
    build: (maker, size) =>
      fill(maker.Router(), size / 2, (router, i) => router.use(pass).get(`/r${i}/:id`, pass)),
    target: (size) => `/r${Math.ceil(size / 2) - 1}/x`,
  },
  {
    name: 'nested routers',
    build: (maker, size) => {
      let router = maker.Router().get('/end', pass);
      for (let i = 1; i < size / 3; i++) {
        router = maker.Router().use(pass).get(`/r${i}`, pass).use('/n', router);
      }
      return router;
    },
    target: (size) => `${'/n'.repeat(Math.ceil(size / 3) - 1)}/end`,
  },
  {
    name: 'one long path',
    build: (maker, size) => maker.Router().get('/s'.repeat(size), pass).get('/:p'.repeat(size), pass),
    target: (size) => '/s'.repeat(size),
  },
  {
    name: 'paths that all overlap',
    build: (maker, size) =>
      fill(maker.Router(), size / 2, (router, i) => router.get(`/a${i}/:x`, pass).get(`/:y/b${i}`, pass)),
    target: (size) => `/a${Math.ceil(size / 2) - 1}/b0`,
  },
];

const METHODS = ['get', 'post', 'put', 'delete'];

export function pass(_req: unknown, _res: unknown, next: () => void): void {
  next();
}

function fill(router: any, count: number, add: (router: any, i: number) => void): any {
  for (let i = 0; i < count; i++) add(router, i);
  return router;
}

function mountMany(maker: Maker, size: number, pathOf: (i: number) => string): any {
  return fill(maker.Router(), size / ROUTES, (router, i) => router.use(pathOf(i), inner(maker, i)));
}

/** Twenty routes after a middleware. */
function inner(maker: Maker, i: number): any {
  return fill(maker.Router().use(pass), ROUTES, (router, j) => router.get(`/p${i}/r${j}/:id`, pass));
}

function last(size: number): number {
  return Math.ceil(size / ROUTES) - 1;
}

/** A wildcard in the path grammar of the framework: 5.x rejects a star without a name. */
function wildcard(maker: Maker, prefix: string): string {
  return accepts(maker, '/*rest') && !accepts(maker, '/*') ? `${prefix}/*rest` : `${prefix}/*`;
}

function optional(maker: Maker, path: string): string {
  return accepts(maker, '/:a?') ? `${path}/:more?` : `${path}{/:more}`;
}

function accepts(maker: Maker, path: string): boolean {
  try {
    maker.Router().get(path, pass);
    return true;
  } catch {
    return false;
  }
}
