import { below, chance, pick, type Random } from '../../support/random.js';

/** A program of Express 4, and requests that reach every handler of it. */
export interface OldProgram {
  readonly text: string;
  readonly paths: readonly string[];
}

/** Code is generated for a handler whose route has these parameters, by a function with these parameters. */
interface Scope {
  readonly random: Random;
  readonly req: string;
  readonly res: string;
  readonly id: boolean;
  /** Whether the path is a string with a wildcard. */
  readonly wildcard: boolean;
}

type Write = (scope: Scope, depth: number) => string;

const ROUTES = [
  { path: '/:id', urls: ['/7', '/a%20b'], id: true, wildcard: false },
  { path: '/:id(\\\\d+)', urls: ['/7', '/x'], id: true, wildcard: false },
  { path: '/:id/*', urls: ['/7/a/b', '/7/'], id: true, wildcard: true },
  { path: '/*', urls: ['/a/b', '/'], id: false, wildcard: true },
  { path: '/x*', urls: ['/xy/z', '/x'], id: false, wildcard: true },
  { path: '/:id/:kind?', urls: ['/7', '/7/a'], id: true, wildcard: false },
  { path: '/:id/(\\\\d+)', urls: ['/7/8', '/7/x'], id: true, wildcard: false },
];

/** A program of `count` routes with old idioms: nested, several on a line, in ternaries, templates, chains and callbacks. */
export function oldProgram(random: Random, count: number): OldProgram {
  const routes = Array.from({ length: count }, (_, i) => writeRoute(random, i));
  const lines = routes.map(({ text }) => text + (chance(random, 0.3) ? ' ' : '\n')).join('');
  return { text: HEAD + lines + FOOT, paths: routes.flatMap(({ urls }) => urls) };
}

const HEAD = `const express = require('express');
const path = require('node:path');
const app = express();
const router = express.Router(); app.use(express.urlencoded()); app.use(express.urlencoded({ limit: '1mb' }));
const CREATED = 201;
const wrap = (handle) => (req, res, next) => Promise.resolve(handle(req, res)).catch(next);
`;
const FOOT = `
app.use('/mounted', router);
app.use('/again', router);
module.exports = app;
`;

function writeRoute(random: Random, number: number): { text: string; urls: readonly string[] } {
  const { path, urls, id, wildcard } = pick(random, ROUTES);
  const [req, res] = pick(random, [
    ['req', 'res'],
    ['request', 'response'],
    ['q', 's'],
  ] as const);
  const scope = { random, req, res, id, wildcard };
  const handler = writeHandler(scope);
  const full = `'/${number}${path}'`;
  const owner = pick(random, ['app', 'router']);
  const prefixes = owner === 'app' ? [''] : ['/mounted', '/again'];
  const text = pick(random, [
    () => `${owner}.get(${full}, ${handler});`,
    () => `${owner}.route(${full}).get(${handler});`,
    () => `${owner}.get([${full}, '/also${full.slice(1)}], ${handler});`,
    () => `for (const each${number} of [${full}]) ${owner}.get(each${number}, ${handler});`,
    () => `${owner}.get(${full}, (req, res, next) => next(), ${handler});`,
    () =>
      `function handle${number}(${req}, ${res}) { ${writeBody(scope)} } ${owner}.get(${full}, handle${number});`,
    // Only a direct handler is known to get a request and a response under any name.
    () => `${owner}.get(${full}, wrap(${writeHandler({ ...scope, req: 'req', res: 'res' })}));`,
  ])();
  return { text, urls: prefixes.flatMap((prefix) => urls.map((url) => `${prefix}/${number}${url}`)) };
}

function writeHandler(scope: Scope): string {
  const { random, req, res } = scope;
  return pick(random, [
    () => `(${req}, ${res}) => ${writeSend(scope, 0)}`,
    () => `(${req}, ${res}) => { ${writeBody(scope)} }`,
    () => `function (${req}, ${res}) { ${writeBody(scope)} }`,
    () => `async (${req}, ${res}) => { await null; ${writeBody(scope)} }`,
  ])();
}

function writeBody(scope: Scope): string {
  const send = writeSend(scope, 0);
  const { random, req, res, wildcard } = scope;
  return pick(random, [
    () => `${send};`,
    () => `return ${send};`,
    () => `if (${writeCondition(scope)}) ${send}; else { return ${writeSend(scope, 0)}; }`,
    () => `${req}.query = { q: ${writeValue(scope, 1)} }; ${send};`,
    () => `try { ${send}; } finally { void ${writeValue(scope, 1)}; }`,
    () => `setImmediate(() => ${send});`,
    () => `const all = ${req}.params; ${res}.set('X-B', String(${wildcard ? 'all[0]' : 'all.id'})); ${send};`,
    () =>
      `const { ${wildcard ? '0: rest, ' : ''}id } = ${req}.params; ${res}.set('X-B', '' + ${wildcard ? 'rest + id' : 'id'}); ${send};`,
    () => `${res}.vary(); ${res}.vary().set('X-B', 'vary'); ${send};`,
    () => `const { host } = { host: ${req}.host }; ${res}.set('X-B', host); ${send};`,
    () => `const ok = ${req}.acceptsCharset('utf-8'); ${res}.set('X-B', String(ok)); ${send};`,
  ])();
}

const SENDS: readonly Write[] = [
  ({ res }) => `${res}.send(${404})`,
  (scope, depth) => `${scope.res}.send(${writeStatus(scope, depth)})`,
  (scope, depth) => `${scope.res}.send(${writeStatus(scope, depth)}, ${writeValue(scope, depth)})`,
  (scope, depth) => `${scope.res}.send(${writeValue(scope, depth)}, ${writeStatus(scope, depth)})`,
  (scope, depth) => `${scope.res}.json(${writeStatus(scope, depth)}, { v: ${writeValue(scope, depth)} })`,
  (scope, depth) => `${scope.res}.json({ v: ${writeValue(scope, depth)} }, ${writeStatus(scope, depth)})`,
  (scope, depth) => `${scope.res}.jsonp([${writeValue(scope, depth)}], ${writeStatus(scope, depth)})`,
  (scope, depth) =>
    `${scope.res}.set('X-A', ${writeValue(scope, depth)}).send(${writeStatus(scope, depth)}, 'a')`,
  (scope, depth) => `${scope.res}.status('202').send(${writeValue(scope, depth)})`,
  (scope, depth) => `${scope.res}.redirect('/' + ${writeValue(scope, depth)}, 303)`,
  ({ res }) => `${res}.redirect('back')`,
  ({ res }) => `${res}.redirect('back', 303)`,
  ({ res }) => `${res}.location('back').send(203, 'there')`,
  ({ res }) => `${res}.sendfile(path.join(__dirname, 'package.json'))`,
];

function writeSend(scope: Scope, depth: number): string {
  if (depth > 2 || chance(scope.random, 0.5)) return pick(scope.random, SENDS)(scope, depth + 1);
  const inner = () => writeSend(scope, depth + 1);
  return pick(scope.random, [
    () => `(${writeCondition(scope)} ? ${inner()} : ${inner()})`,
    () => `(${inner()})`,
    () => `[1].forEach(() => ${inner()})`,
    () => `(function () { return ${inner()}; })()`,
    () => `void Promise.resolve().then(() => ${inner()}).catch(() => {})`,
    () => `[() => ${inner()}, () => ${inner()}][${writeCondition(scope)} ? 0 : 1]()`,
  ])();
}

function writeCondition({ random, req, id }: Scope): string {
  const conditions = [`${req}.query.ok`, `${req}.host === 'a.example'`];
  if (id) conditions.push(`${req}.params.hasOwnProperty('id') && ${req}.query.ok`);
  return pick(random, conditions);
}

function writeStatus(scope: Scope, depth: number): string {
  return pick(scope.random, [
    () => '202',
    () => 'CREATED',
    () => `(${writeCondition(scope)} ? 200 : 404)`,
    () => `(${writeValue(scope, depth + 1)} === 'x' ? 410 : 203)`,
  ])();
}

function writeValue(scope: Scope, depth: number): string {
  const { random, req, id, wildcard } = scope;
  const simple = ["'text'", `${req}.host`, `String(${req}.query.q)`];
  if (id) simple.push(`${req}.param('id')`, `${req}.params.id`);
  if (wildcard) simple.push(`${req}.params[0]`);
  if (depth > 2) return pick(random, simple);
  const inner = () => writeValue(scope, depth + 1);
  return pick(random, [
    () => pick(random, simple),
    () => `\`${'$'}{${inner()}}-${'$'}{${inner()}}\``,
    () => `[${inner()}, ${inner()}].map((one) => one + ${inner()}).join('+')`,
    () => `(() => { return ${inner()}; })()`,
    () => `(${writeCondition(scope)} ? ${inner()} : ${inner()})`,
    () => `'n${below(random, 9)}'.concat(${inner()})`,
  ])();
}
