import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as pause } from 'node:timers/promises';
import { canGenerateCode } from '../../compiler/codegen.js';
import { Router } from '../../src/lines/v5/router.js';
import { SlicedWork } from '../../src/registration/slices.js';
import { type Table, tableOf } from '../../src/registration/table.js';
import { runScript } from '../support/script.js';

const skip = canGenerateCode ? false : 'find-my-way generates code';

/** Too many for any machine to compile in one slice. */
const MANY = 20_000;
const WARM_UP = 20;

test('work runs in slices of limited time', async () => {
  let now = 0;
  const done: string[] = [];
  const times: number[] = [];
  function* steps(): Generator<void, string> {
    for (let i = 0; i < 100; i++) {
      now++;
      yield;
    }
    return 'all';
  }
  const slices = new SlicedWork(
    steps(),
    (result) => done.push(result!),
    (milliseconds) => times.push(milliseconds),
    () => now,
  );
  slices.runSlice();
  assert.ok(now < 50, `${now} of 100 steps`);
  assert.deepEqual(done, []);
  while (done.length === 0) await pause();
  assert.deepEqual([now, ...done], [100, 'all']);
  assert.equal(
    times.reduce((sum, time) => sum + time),
    100,
  );
});

test('work of a few steps runs in one slice, however long it takes', () => {
  let now = 0;
  const done: string[] = [];
  function* steps(): Generator<void, string> {
    for (let i = 0; i < 10; i++) {
      now += 1000;
      yield;
    }
    return 'all';
  }
  const slices = new SlicedWork(
    steps(),
    (result) => done.push(result!),
    () => {},
    () => now,
  );
  slices.runSlice();
  assert.deepEqual(done, ['all']);
});

test('work that throws ends without a result, and the error is caught', () => {
  const ends: unknown[] = [];
  // biome-ignore lint/correctness/useYield: it throws first.
  function* steps(): Generator<void, string> {
    throw new Error('broken');
  }
  new SlicedWork(steps(), (result) => ends.push(result)).runSlice();
  assert.deepEqual(ends, [null]);
});

test('work that cancels itself ends without a result and does not continue', async () => {
  let steps = 0;
  const ends: unknown[] = [];
  for (const end of ['continuing', 'returning', 'throwing']) {
    function* cancelling(): Generator<void, string> {
      yield;
      work.cancel();
      if (end === 'returning') return 'all';
      if (end === 'throwing') throw new Error('broken');
      for (;;) {
        steps++;
        yield;
      }
    }
    const work: SlicedWork<string> = new SlicedWork(cancelling(), (result) => ends.push(result));
    work.runSlice();
    work.scheduleSlice();
  }
  for (let i = 0; i < 5; i++) await pause();
  assert.deepEqual([steps, ends], [1, []]);
});

test('a compilation that finds a changed table is discarded', async () => {
  const { router, table } = large();
  const kept = router.stack[0];
  table.startCompiling();
  kept.match = () => false;
  while (table.version === 0) await pause();
  router.stack.splice(MANY - 2, 1);
  // If the first compilation continued, it would end before two more that run one after the other.
  for (let i = 0; i < 2; i++) {
    const other = large();
    other.table.startCompiling();
    await compiled(other.table);
  }
  assert.equal(table.program, null);
  assert.equal(send(router, `/r${MANY - 2}/x`), 'nothing');
  assert.equal(send(router, `/r${MANY - 1}/x`), 'found');
});

test('a large table is scanned while it is compiled between requests', async () => {
  const { router, table } = large();
  for (let i = 0; i < WARM_UP; i++) assert.equal(send(router, `/r${MANY - 1}/x`), 'found');
  assert.equal(table.program, null);
  await compiled(table);
  assert.equal(table.program!.figures.layers, MANY);
  assert.equal(send(router, `/r${MANY - 1}/x`), 'found');
});

test('a table that changes while it is compiled is compiled again, after a longer wait', async () => {
  const { router, table } = large();
  for (let i = 0; i < WARM_UP; i++) send(router, '/r0/x');
  router.stack.pop();
  for (let i = 0; i < WARM_UP / 2; i++) send(router, '/r0/x');
  // If the first compilation were still running, it would end before a second one.
  const other = large();
  for (let i = 0; i < WARM_UP; i++) send(other.router, '/r0/x');
  await compiled(other.table);
  assert.equal(table.program, null);
  for (let i = 0; i < WARM_UP; i++) send(router, '/r0/x');
  await compiled(table);
  assert.equal(table.program!.figures.layers, MANY - 1);
});

test('compile() finishes a running compilation immediately', () => {
  const { router, table } = large();
  for (let i = 0; i < WARM_UP; i++) send(router, '/r0/x');
  assert.equal(router.compile().layers, MANY);
  assert.notEqual(table.program, null);
});

test('layers that are added while a table is compiled are scanned after it', async () => {
  const { router, table } = large();
  for (let i = 0; i < WARM_UP; i++) send(router, '/r0/x');
  router.get('/late', (_req: any, res: any) => res.end('late'));
  await compiled(table);
  assert.equal(send(router, '/late'), 'late');
});

test('a program that requests use gets faster lookups, between requests', { skip }, async () => {
  const router = (Router as any)();
  for (let i = 0; i < 4; i++) router.get(`/r${i}/:id`, (_req: any, res: any) => res.end('found'));
  const table = tableOf(router)!;
  for (let i = 0; i < WARM_UP; i++) send(router, '/r3/x');
  const first = table.program;
  assert.notEqual(first, null);
  for (let tries = 0; table.program === first && tries < 1000; tries++) {
    for (let i = 0; i < 100; i++) assert.equal(send(router, '/r3/x'), 'found');
    await pause();
  }
  assert.notEqual(table.program, first);
  assert.deepEqual({ ...table.program!.figures, milliseconds: 0 }, { ...first!.figures, milliseconds: 0 });
  assert.equal(send(router, '/r3/x'), 'found');
});

test('compiling does not keep the process alive', async () => {
  const output = await runScript(`
    import { Router } from './src/lines/v5/router.js';
    import { tableOf } from './src/registration/table.js';
    const router = Router();
    for (let i = 0; i < ${MANY}; i++) router.get('/r' + i + '/:id', () => {});
    for (let i = 0; i < ${WARM_UP}; i++) router({ method: 'GET', url: '/' }, {}, () => {});
    process.on('exit', () => console.log(tableOf(router).program === null));
  `);
  assert.equal(output.trim(), 'true');
});

test('compiling and closing do not use fake timers', async () => {
  const output = await runScript(`
    import { syncBuiltinESMExports } from 'node:module';
    import timers from 'node:timers';
    import promises from 'node:timers/promises';
    import maglev from './src/index.js';
    import { tableOf } from './src/registration/table.js';
    const app = maglev();
    for (let i = 0; i < ${MANY}; i++) app.get('/r' + i + '/:id', () => {});
    const { setImmediate: pause } = promises;
    let fakes = 0;
    timers.setTimeout = globalThis.setTimeout = promises.setImmediate = () => {
      fakes++;
      return { unref() {} };
    };
    syncBuiltinESMExports();
    app.listen(0, async () => {
      while (tableOf(app.router).program === null && fakes === 0) await pause();
      await app.close();
      console.log(fakes);
    });
  `);
  assert.equal(output.trim(), '0');
});

function large(): { router: any; table: Table } {
  const router = (Router as any)();
  const found = (_req: any, res: any): void => res.end('found');
  for (let i = 0; i < MANY; i++) router.get(`/r${i}/:id`, found);
  return { router, table: tableOf(router)! };
}

function send(router: any, url: string): string {
  let body = 'nothing';
  const end = (text: string): void => {
    body = text;
  };
  router({ method: 'GET', url }, { end }, () => {});
  return body;
}

async function compiled(table: Table): Promise<void> {
  while (table.program === null) await pause();
}
