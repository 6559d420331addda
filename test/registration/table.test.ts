import assert from 'node:assert/strict';
import test from 'node:test';
import type { Program } from '../../compiler/program.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import { Router } from '../../src/lines/v5/router.js';
import { Table, tableOf } from '../../src/registration/table.js';

const handler = (): void => {};

test('a router is compiled after some requests, not before', () => {
  const router = create();
  router.get('/a', handler);
  assert.equal(programOf(router), null);
  send(router, '/a', 20);
  assert.equal(programOf(router)?.figures.layers, 1);
});

test('layers added after a program are scanned until there are many of them', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  for (let i = 0; i < 10; i++) router.get(`/b${i}`, handler);
  send(router, '/b9', 30);
  assert.equal(programOf(router)?.figures.layers, 1);
  for (let i = 0; i < 40; i++) router.get(`/c${i}`, handler);
  send(router, '/c39', 30);
  assert.equal(programOf(router)?.figures.layers, 51);
});

test('layers added to a router two mounts below are compiled into the program at the top', () => {
  const { top, leaf } = nested();
  for (let i = 0; i < 40; i++) leaf.get(`/y${i}`, handler);
  send(top, '/a/b/y39', 30);
  assert.equal(programOf(top)?.figures.layers, 44);
});

test('a changed stack two mounts below is compiled into the program at the top', () => {
  const { top, leaf } = nested();
  const before = programOf(top);
  leaf.stack.reverse();
  send(top, '/a/b/x', 30);
  assert.notEqual(programOf(top), before);
  assert.equal(programOf(top)?.figures.layers, 4);
});

test('a table that keeps changing is compiled less and less often', () => {
  const router = create();
  for (let i = 0; i < 5; i++) router.get(`/r${i}`, handler);
  const requestsUntilCompiled = (): number => {
    router.stack.reverse();
    let count = 0;
    while (programOf(router) === null) {
      count++;
      send(router, '/r0', 1);
    }
    return count;
  };
  router.compile();
  const waits = Array.from({ length: 4 }, requestsUntilCompiled);
  assert.deepEqual(
    waits.map((wait, i) => i === 0 || wait > waits[i - 1]!),
    [true, true, true, true],
    `waited for ${waits.join(', ')} requests`,
  );
});

for (const [name, change] of [
  ['changes', (router: any) => router.stack.pop() && router.get('/other', handler)],
  ['gets more layers', (router: any) => router.get('/other', handler)],
] as const) {
  test(`a table whose mounted router ${name} before each request is compiled less and less often`, () => {
    const { top, leaf } = nested();
    const programs = new Set<unknown>();
    for (let i = 0; i < 2000; i++) {
      change(leaf);
      send(top, '/a/b/x', 1);
      programs.add(programOf(top));
    }
    // Each time after twice as many requests, of which the first needs nine.
    assert.ok(programs.size <= 9, `${programs.size} programs`);
    assert.ok(!programs.has(null));
  });
}

test('reading the stack changes nothing', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  const before = programOf(router);
  for (let i = 0; i < 5; i++) {
    router.get(`/b${i}`, handler);
    assert.equal(router.stack.at(-1).route.path, `/b${i}`);
    send(router, '/a', 1);
  }
  assert.equal(programOf(router), before);
});

test('a stack that each request reads is scanned without a proxy, and its changes are not missed', () => {
  const { router, read } = many();
  for (let i = 0; i < 200; i++) {
    read();
    send(router, '/r0', 1);
  }
  assert.equal(tableOf(router)!.isTracked, false);
  assert.deepEqual(Object.getOwnPropertyNames(router.stack), [...Array(100).keys(), 'length'].map(String));
  let found = 0;
  router.stack[0].handle = undefined;
  router.get('/r0', () => found++);
  router.stack.shift();
  send(router, '/r0', 1);
  assert.equal(found, 1);
});

test('a mounted stack that each request reads is scanned as well', () => {
  const { router, read } = many();
  const top = create().use('/in', router);
  top.compile();
  for (let i = 0; i < 300; i++) {
    read();
    send(top, '/in/r0', 1);
  }
  assert.deepEqual([tableOf(top)!.isTracked, tableOf(router)!.isTracked], [true, false]);
  assert.equal(top.compile().layers, 1);
});

test('a stack that is read before the first requests, or by few of them, keeps its program', () => {
  const { router, read } = many();
  for (let i = 0; i < 1000; i++) read();
  for (let i = 0; i < 1000; i++) {
    if (i % 10 === 0) read();
    send(router, '/r0', 1);
  }
  assert.equal(tableOf(router)!.isTracked, true);
  assert.notEqual(programOf(router), null);
});

test('an array that replaces the stack is scanned, because its changes cannot be tracked', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  const own = [...router.stack];
  router.stack = own;
  assert.equal(router.stack, own);
  send(router, '/a', 20);
  assert.equal(programOf(router), null);
});

test('compiling again includes layers added to a mounted router', () => {
  const { top, leaf } = nested();
  assert.equal(top.compile().layers, 4);
  leaf.get('/later', handler);
  assert.equal(top.compile().layers, 5);
});

test('routers that are each mounted twice do not grow exponentially with depth', () => {
  const routers = Array.from({ length: 24 }, create);
  for (const [i, router] of routers.entries()) {
    const next = routers[i + 1];
    if (next) router.use('/a', next).use('/b', next);
    else router.get('/x', handler);
  }
  assert.ok(routers[0].compile().layers < 20_000);
});

function create(): any {
  return (Router as any)();
}

function many(): { router: any; read(): void } {
  const router = create();
  for (let i = 0; i < 100; i++) router.get(`/r${i}`, handler);
  return { router, read: () => router.stack.forEach((layer: any) => void layer.route) };
}

function nested(): { top: any; leaf: any } {
  const [top, middle, leaf] = [create(), create(), create()];
  top.use('/a', middle);
  middle.use('/b', leaf);
  leaf.get('/x', handler).get('/w', handler);
  top.compile();
  return { top, leaf };
}

function send(router: any, url: string, times: number): void {
  for (let i = 0; i < times; i++) router({ method: 'GET', url }, {}, () => {});
}

/** The program that would dispatch a request. Reading it does not count as a request. */
function programOf(router: any): Program<LayerLike> | null {
  const table = tableOf(router)!;
  assert.ok(table instanceof Table);
  return table.program;
}
