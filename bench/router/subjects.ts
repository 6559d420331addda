/**
 * The routers that are compared. Each gets the same paths and returns a function that routes one path: the handler counts a
 * hit, and an unknown path counts a miss.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { type Router as HonoRouter, SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { addRoute, createRouter, findRoute } from 'rou3';
import type { Framework, Router } from '../framework.js';
import { NESTING } from '../http/tables.js';
import { load, loadFile } from '../peers.js';
import { DIST } from '../places.js';

type CreateRouter = Framework['Router'];
/** Routes one path. */
type Route = (path: string) => void;

export interface RouterSubject {
  readonly name: string;
  flat(paths: readonly string[]): Route;
  /** For routers that can be nested. */
  nested?(paths: readonly string[]): Route;
}

const maglev: CreateRouter = loadFile(`${DIST}router.cjs`);
// The routers of Express, as loaded by Express itself.
const express4: CreateRouter = load('express4').Router;
const express5: CreateRouter = load('express5').Router;

export const counts = { hits: 0, misses: 0 };
const hit = () => {
  counts.hits++;
};
const miss = () => {
  counts.misses++;
};

export const subjects: readonly RouterSubject[] = [
  { name: 'maglev', ...expressLike(maglev) },
  { name: 'express 5', ...expressLike(express5) },
  { name: 'express 4', ...expressLike(express4) },
  { name: 'find-my-way', flat: flatFindMyWay },
  { name: 'rou3', flat: flatRou3 },
  { name: 'hono RegExp', flat: (paths) => flatHono(paths, () => new RegExpRouter()) },
  { name: 'hono Trie', flat: (paths) => flatHono(paths, () => new TrieRouter()) },
  {
    name: 'hono Smart',
    flat: (paths) =>
      flatHono(paths, () => new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] })),
  },
];

function expressLike(create: CreateRouter): Omit<RouterSubject, 'name'> {
  return { flat: (paths) => runExpressLike(fillFlat(create(), paths)), nested: nestedOf(create) };
}

function fillFlat(router: Router, paths: readonly string[]): Router {
  for (const path of paths) router.get(path, hit);
  router.compile?.();
  return router;
}

function nestedOf(create: CreateRouter): (paths: readonly string[]) => Route {
  return (paths) => {
    const root = create();
    let inner = root;
    for (const mount of NESTING) {
      const child = create({ mergeParams: true });
      inner.use(mount, child);
      inner = child;
    }
    for (const path of paths) inner.get(path, hit);
    root.compile?.();
    return runExpressLike(root);
  };
}

/**
 * A new request for each run, because routers write to it. It has the fields that they write from the start, so that changes
 * of its hidden class are not measured.
 */
class Request {
  method = 'GET';
  url: string;
  originalUrl: string | undefined = undefined;
  baseUrl: string | undefined = undefined;
  next: unknown = undefined;
  params: unknown = undefined;
  route: unknown = undefined;
  _parsedUrl: unknown = undefined;

  constructor(url: string) {
    this.url = url;
  }
}

function runExpressLike(router: Router): Route {
  const res = {};
  return (path) => router.handle(new Request(path), res, miss);
}

function flatFindMyWay(paths: readonly string[]): Route {
  const router = findMyWay({ defaultRoute: miss });
  for (const path of paths) router.on('GET', path, hit);
  const res = {} as ServerResponse;
  return (path) => router.lookup(new Request(path) as unknown as IncomingMessage, res);
}

function flatRou3(paths: readonly string[]): Route {
  const router = createRouter();
  for (const path of paths) addRoute(router, 'GET', path, hit);
  return (path) => (findRoute(router, 'GET', path)?.data ?? miss)();
}

function flatHono(paths: readonly string[], create: () => HonoRouter): Route {
  const router = create();
  for (const path of paths) router.add('GET', path, hit);
  return (path) => {
    const [handlers] = router.match('GET', path);
    (handlers.length > 0 ? handlers[0]![0] : miss)();
  };
}
