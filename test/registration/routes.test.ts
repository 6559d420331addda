import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import maglev5 from '../../src/index.js';
import maglev4 from '../../src/v4.js';

const here = fileURLToPath(import.meta.url);
const show = (): void => {};

/** The position in this file of the call of the calling function. */
function placeOfCaller(): string {
  const caller = new Error().stack!.split('\n')[3]!;
  return `${here}:${/:(\d+):\d+\)?$/.exec(caller)![1]}`;
}

for (const [line, maglev] of [
  ['5.x', maglev5],
  ['4.x', maglev4],
] as [string, any][]) {
  describe(`app.routes (${line})`, () => {
    afterEach(() => maglev().disable('route sources'));

    /** The rows of the layers that the test registered, without the two internal layers of 4.x. */
    const rowsOf = (app: any) => app.routes().slice(maglev === maglev4 ? 2 : 0);

    it('lists methods, full paths and names', () => {
      const app = maglev();
      const users = maglev.Router();
      users.route('/:id').as('user').get(show).put(show);
      users.get('/', show);
      app.use('/users', users);
      const inner = { depth: 1, source: null };
      const [mount, user, list] = rowsOf(app);
      assert.deepEqual(mount, { methods: ['USE'], path: '/users', name: 'router', depth: 0, source: null });
      assert.deepEqual(user, { methods: ['GET', 'PUT'], path: '/users/:id', name: 'user', ...inner });
      assert.deepEqual([list.methods, list.path, list.source], [['GET'], '/users', null]);
    });

    it('lists where each was registered if route sources is enabled', () => {
      const app = maglev();
      const router = maglev.Router();
      const expected: (string | null)[] = [];
      const expectAt = (_registered: unknown, place: string | null = placeOfCaller()) => expected.push(place);
      expectAt(app.get('/before', show), null);
      app.set('route sources', true);
      expectAt(app.get('/get', show));
      expectAt(app.route('/route').post(show));
      expectAt(app.use(show));
      expectAt(app.all('/all', show));
      expectAt(app.use('/router', router));
      expectAt(router.get('/in', show));
      app.disable('route sources');
      expectAt(app.get('/after', show), null);
      assert.deepEqual(
        rowsOf(app).map(({ source }: any) => source),
        expected,
      );
    });

    it('restores Error.stackTraceLimit, and supports a custom Error.prepareStackTrace', () => {
      const app = maglev().enable('route sources');
      const { stackTraceLimit, prepareStackTrace } = Error;
      try {
        Error.stackTraceLimit = 3;
        Error.prepareStackTrace = () => [];
        app.get('/x', show);
        assert.equal(Error.stackTraceLimit, 3);
        assert.equal(rowsOf(app)[0].source, null);
      } finally {
        Object.assign(Error, { stackTraceLimit, prepareStackTrace });
      }
    });
  });
}

it('lists where routes were registered if MAGLEV_SOURCES is 1', () => {
  const program = `
    import maglev from '${new URL('../../src/index.ts', import.meta.url)}';
    const app = maglev();
    app.get('/', () => {});
    console.log(String(app.routes()[0].source));`;
  const sourceWith = (value: string) =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, MAGLEV_SOURCES: value },
    });
  assert.match(sourceWith('1'), /:4$/m);
  assert.equal(sourceWith('0'), 'null\n');
});
