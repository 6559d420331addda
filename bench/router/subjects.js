/**
 * The routers that are compared. Each gets the same paths and returns a function that routes one path to its end: the
 * handler counts a hit, whatever is found nowhere counts a miss.
 */
import { createRequire } from 'node:module';
import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { addRoute, createRouter, findRoute } from 'rou3';
import Router from '../../dist/router.mjs';
import { NESTING } from './tables.js';

const require = createRequire(import.meta.url);
const express4 = require('express4');
// The router of Express 5, as Express 5 itself loads it.
const Router5 = require('express5').Router;

export const counts = { hits: 0, misses: 0 };
const hit = () => {
  counts.hits++;
};
const miss = () => {
  counts.misses++;
};

export const subjects = [
  {
    name: 'maglev',
    express: true,
    flat: (paths) => runExpressLike(fillFlat(Router(), paths)),
    nested: nestedOf(Router),
  },
  {
    name: 'express 5',
    express: true,
    flat: (paths) => runExpressLike(fillFlat(Router5(), paths)),
    nested: nestedOf(Router5),
  },
  {
    name: 'express 4',
    express: true,
    flat: (paths) => runExpressLike(fillFlat(express4.Router(), paths)),
    nested: nestedOf(express4.Router),
  },
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

function fillFlat(router, paths) {
  for (const path of paths) router.get(path, hit);
  router.compile?.();
  return router;
}

function nestedOf(create) {
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
 * A new request for each run: routers write on it. The fields they write are there from the start, as the hidden class
 * of a request is not what is measured.
 */
class Request {
  constructor(url) {
    this.method = 'GET';
    this.url = url;
    this.originalUrl = undefined;
    this.baseUrl = undefined;
    this.next = undefined;
    this.params = undefined;
    this.route = undefined;
    this._parsedUrl = undefined;
  }
}

function runExpressLike(router) {
  const res = {};
  return (path) => router.handle(new Request(path), res, miss);
}

function flatFindMyWay(paths) {
  const router = findMyWay({ defaultRoute: miss });
  for (const path of paths) router.on('GET', path, hit);
  const res = {};
  return (path) => router.lookup(new Request(path), res);
}

function flatRou3(paths) {
  const router = createRouter();
  for (const path of paths) addRoute(router, 'GET', path, hit);
  return (path) => (findRoute(router, 'GET', path)?.data ?? miss)();
}

function flatHono(paths, create) {
  const router = create();
  for (const path of paths) router.add('GET', path, hit);
  return (path) => {
    const [handlers] = router.match('GET', path);
    (handlers.length > 0 ? handlers[0][0] : miss)();
  };
}
