/** Tables that are made to cost as much as possible. Unlike the families, they need not grow evenly, or have one target. */
import { type Maker, pass } from './families.js';

export interface Worst {
  readonly name: string;
  readonly build: (maker: Maker, size: number) => any;
  /** Whether no leaf of it is scanned. */
  readonly isCompiled: boolean;
}

export const WORST: readonly Worst[] = [
  {
    name: 'as many middlewares at two parameters as routes',
    build: (maker, size) => {
      const router = maker.Router();
      for (let i = 0; i < size / 2; i++) router.use('/:a/:b', pass);
      for (let i = 0; i < size / 2; i++) router.get(`/r${i}/:id`, pass);
      return router;
    },
    isCompiled: true,
  },
  {
    name: 'middlewares at two parameters between routes',
    build: (maker, size) => {
      const router = maker.Router();
      for (let i = 0; i < size / 2; i++) router.use('/:a/:b', pass).get(`/r${i}/x/:id`, pass);
      return router;
    },
    isCompiled: true,
  },
  {
    name: 'routers in 20 levels of ten mounts',
    build: (maker) => nest(maker, (i) => `/m${i}`),
    isCompiled: true,
  },
  {
    name: 'routers in 20 levels of ten mounts at /',
    build: (maker) => nest(maker, () => '/'),
    isCompiled: true,
  },
  {
    name: 'routers in 20 levels of ten mounts that overlap',
    build: (maker) => nest(maker, (i) => ['/', '/:x'][i] ?? `/m${i}`),
    isCompiled: false,
  },
  {
    name: 'a prefix before a parameter with all routes below',
    build: (maker, size) => {
      const inner = maker.Router();
      for (let i = 0; i < size; i++) inner.get(`/p${i}/:id`, pass);
      return maker.Router().use('/static', pass).use('/:tenant', inner);
    },
    isCompiled: false,
  },
  {
    name: 'routes for all methods, and one for each of 16',
    build: (maker, size) => {
      const router = maker.Router();
      for (let i = 0; i < size; i++) router.all(`/r${i}/:id`, pass);
      for (const method of METHODS) router[method]('/x', pass);
      return router;
    },
    isCompiled: true,
  },
];

const LEVELS = 20;
const MOUNTS = 10;
const METHODS =
  'get post put patch delete copy lock move merge mkcol notify propfind purge report search subscribe'.split(
    ' ',
  );

function nest(maker: Maker, pathOf: (i: number) => string): any {
  let router = maker.Router().get('/end', pass);
  for (let level = 0; level < LEVELS; level++) {
    const outer = maker.Router();
    for (let i = 0; i < MOUNTS; i++) outer.use(pathOf(i), router);
    router = outer;
  }
  return router;
}
