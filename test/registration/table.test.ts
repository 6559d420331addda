import assert from 'node:assert/strict';
import test from 'node:test';
import type { Program } from '../../compiler/program.js';
import type { LayerLike } from '../../src/contracts/layer.js';
import { Router } from '../../src/lines/v5/router.js';
import { Table, tableOf } from '../../src/registration/table.js';

const handler = (): void => {};

test('a router is compiled once it has answered some requests, not before', () => {
  const router = create();
  router.get('/a', handler);
  assert.equal(programOf(router), null);
  ask(router, '/a', 20);
  assert.equal(programOf(router)?.figures.layers, 1);
});

test('layers added behind a program are scanned until there are many of them', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  for (let i = 0; i < 10; i++) router.get(`/b${i}`, handler);
  ask(router, '/b9', 30);
  assert.equal(programOf(router)?.figures.layers, 1);
  for (let i = 0; i < 40; i++) router.get(`/c${i}`, handler);
  ask(router, '/c39', 30);
  assert.equal(programOf(router)?.figures.layers, 51);
});

test('layers added to a router two mounts below are compiled into the program at the top', () => {
  const { top, leaf } = nested();
  for (let i = 0; i < 100; i++) leaf.get(`/y${i}`, handler);
  ask(top, '/a/b/y99', 30);
  assert.equal(programOf(top)?.figures.layers, 104);
});

test('a changed stack two mounts below is compiled into the program at the top', () => {
  const { top, leaf } = nested();
  const before = programOf(top);
  leaf.stack.reverse();
  ask(top, '/a/b/x', 30);
  assert.notEqual(programOf(top), before);
  assert.equal(programOf(top)?.figures.layers, 4);
});

test('a table that keeps changing is compiled ever more rarely', () => {
  const router = create();
  for (let i = 0; i < 5; i++) router.get(`/r${i}`, handler);
  const requestsUntilCompiled = (): number => {
    router.stack.reverse();
    let count = 0;
    while (programOf(router) === null) {
      count++;
      ask(router, '/r0', 1);
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

test('looking at the stack changes nothing', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  const before = programOf(router);
  for (let i = 0; i < 5; i++) {
    router.get(`/b${i}`, handler);
    assert.equal(router.stack.at(-1).route.path, `/b${i}`);
    ask(router, '/a', 1);
  }
  assert.equal(programOf(router), before);
});

test('an array put in place of the stack is scanned, because its changes cannot be seen', () => {
  const router = create();
  router.get('/a', handler);
  router.compile();
  const own = [...router.stack];
  router.stack = own;
  assert.equal(router.stack, own);
  ask(router, '/a', 20);
  assert.equal(programOf(router), null);
});

test('compiling again counts what has been added to a mounted router', () => {
  const { top, leaf } = nested();
  assert.equal(top.compile().layers, 4);
  leaf.get('/later', handler);
  assert.equal(top.compile().layers, 5);
});

test('routers that mount each other twice do not grow with two to the power of their depth', () => {
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

function nested(): { top: any; leaf: any } {
  const [top, middle, leaf] = [create(), create(), create()];
  top.use('/a', middle);
  middle.use('/b', leaf);
  leaf.get('/x', handler).get('/w', handler);
  top.compile();
  return { top, leaf };
}

function ask(router: any, url: string, times: number): void {
  for (let i = 0; i < times; i++) router({ method: 'GET', url }, {}, () => {});
}

/** The program a request would be dispatched by; asking counts as none. */
function programOf(router: any): Program<LayerLike> | null {
  const table = tableOf(router)!;
  assert.ok(table instanceof Table);
  return table.program;
}
