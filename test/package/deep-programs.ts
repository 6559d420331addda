// What agents and packages do to the files of Express. Each program runs on Express and on maglev under the name express,
// and records what it observes. Both records have to match.

/** Runs the programs in sequence, each with freshly loaded modules, and prints the notes of each. */
const RUNNER = `
const http = require('node:http');
process.on('deprecation', () => {});
let seen = [];
const note = (what) => seen.push(what);
/** Wraps a method as agents do: by assignment, passing on this and all arguments. */
function wrap(target, name, label = name) {
  const original = target[name];
  if (typeof original !== 'function') return note('no ' + label);
  target[name] = function (...args) { note(label); return original.apply(this, args); };
}
/** Sends a GET request for a path, or a POST request for a path and JSON. */
const get = (port, [path, json]) => new Promise((resolve, reject) => {
  const post = json && { method: 'POST', headers: { 'content-type': 'application/json' } };
  http.request({ port, path, agent: false, ...post }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => resolve([path, response.statusCode, body]));
  }).on('error', reject).end(json);
});
/** By file paths below 'node_modules'. */
const entryFor = (entries, file) => {
  const path = file.replaceAll('\\\\', '/').replace(/\\/express\\d\\//, '/express/');
  return Object.entries(entries).find(([name]) => path.endsWith('/node_modules/' + name))?.[1];
};
/** Replaces the exports of files, as agents do, until the returned function is called. */
function replaceExports(replacements) {
  const Module = require('node:module');
  const { require: load } = Module.prototype;
  const replaced = new Map();
  Module.prototype.require = function (request) {
    const exported = load.call(this, request);
    const file = Module._resolveFilename(request, this);
    const replace = entryFor(replacements, file);
    if (replace && !replaced.has(file)) replaced.set(file, replace(exported));
    return replace ? replaced.get(file) : exported;
  };
  return () => { Module.prototype.require = load; };
}
/** Makes functions that are assigned to members record their calls, by rewriting source text, as other agents do. */
function rewriteTexts(members) {
  const Module = require('node:module');
  const { _compile } = Module.prototype;
  globalThis.noteCall = note;
  Module.prototype._compile = function (text, file, ...rest) {
    let rewritten = text;
    for (const member of entryFor(members, file) ?? []) {
      const head = new RegExp('\\\\.' + member + ' = function \\\\w*\\\\s*\\\\([^)]*\\\\)\\\\s*\\\\{');
      rewritten = rewritten.replace(head, (found) => found + 'noteCall("' + member + '");' + ' '.repeat(300));
    }
    return _compile.call(this, rewritten, file, ...rest);
  };
  return () => { Module.prototype._compile = _compile; };
}
async function sendRequests(app, ...paths) {
  const server = http.createServer(app);
  await new Promise((resolve) => server.listen(0, resolve));
  for (const path of paths) note(await get(server.address().port, [path].flat()));
  server.close();
}
async function runAll(programs) {
  const all = {};
  for (const [name, program] of Object.entries(programs)) {
    for (const file of Object.keys(require.cache)) if (file !== __filename) delete require.cache[file];
    seen = all[name] = [];
    await program().catch((error) => note(error.stack));
  }
  console.log(JSON.stringify(all));
}
`;

const ENGINE = `(path, options, done) => done(null, path.split(/[\\\\/]/).pop())`;

const shared: Record<string, string> = {
  'methods of the application': `
    const application = require('express/lib/application');
    for (const name of ['use', 'route', 'handle', 'all', 'get', 'param', 'render', 'set']) wrap(application, name);
    const express = require('express');
    const app = express();
    app.use((req, res, next) => next());
    app.param('id', (req, res, next) => next());
    app.get('/a/:id', (req, res) => res.end('a' + req.params.id));
    app.all('/b', (req, res) => res.end('b'));
    note(express.application === application);
    await sendRequests(app, '/a/1', '/b');`,

  'methods of responses': `
    const response = require('express/lib/response.js');
    for (const name of ['send', 'json', 'redirect', 'set', 'type', 'status']) wrap(response, name);
    response.shout = function (text) { return this.send(text.toUpperCase()); };
    const express = require('express');
    const app = express();
    app.get('/send', (req, res) => res.status(201).send('text'));
    app.get('/json', (req, res) => res.json({ a: 1 }));
    app.get('/shout', (req, res) => res.shout('loud'));
    note(express.response === response);
    await sendRequests(app, '/send', '/json', '/shout');`,

  'members of requests': `
    const request = require('express/lib/request');
    wrap(request, 'get');
    Object.defineProperty(request, 'shouted', { get() { return this.path.toUpperCase(); } });
    const xhr = Object.getOwnPropertyDescriptor(request, 'xhr');
    Object.defineProperty(request, 'xhr', { ...xhr, get() { note('xhr'); return xhr.get.call(this); } });
    const express = require('express');
    const app = express();
    app.get('/x', (req, res) => res.end([req.shouted, req.xhr, req.get('host') !== ''].join()));
    note(express.request === request);
    await sendRequests(app, '/x');`,

  views: `
    const View = require('express/lib/view');
    const fs = require('node:fs');
    wrap(View.prototype, 'lookup');
    fs.mkdirSync('views', { recursive: true });
    fs.writeFileSync('views/page.thing', '');
    const app = require('express')();
    app.engine('thing', ${ENGINE});
    app.get('/page', (req, res) => res.render('page.thing'));
    const view = new View('page', { defaultEngine: 'thing', root: 'views', engines: { '.thing': ${ENGINE} } });
    note([app.get('view') === View, require('node:path').basename(view.path), view.ext, view.name]);
    await sendRequests(app, '/page');`,
};

/** A wrapper of the function with which body-parser reads; its `next` sees the body. */
const READ = `(read) => function (req, res, next, ...rest) {
        return read.call(this, req, res, (...args) => { note(['read', req.body]); next(...args); }, ...rest);
      }`;

/** An application that uses the functions that agents rewrite. */
const REWRITTEN = `
      const express = require('express');
      restore();
      const app = express();
      app.engine('thing', ${ENGINE});
      app.use(function first(req, res, next) { next(); });
      app.param('id', (req, res, next) => next());
      app.get('/a/:id', (req, res) => res.end(req.params.id));
      app.get('/page', (req, res) => res.render('page.thing'));
      await sendRequests(app, '/a/7', '/page');`;

const UTILS = (calls: string[]): string => `
    const utils = require('express/lib/utils');
    const attempt = (call) => { try { return call(); } catch (error) { return String(error); } };
    for (const call of [${calls.map((call) => `() => ${call}`).join(',\n')}]) note(attempt(call));`;

const TYPES = [
  'text/html',
  'html',
  'json',
  'no-such-type',
  'text/html;level=1',
  'text/html; q=0.5; level=2',
  'text/*;q=.2',
  'a/b ; c = d ;e',
  'a/b;c==d;q=x',
  'a/b;',
  'a/b;=1',
  'a/b;c="d;e"',
];
const UTIL_CALLS = [
  ...TYPES.map((type) => `utils.normalizeType(${JSON.stringify(type)})`),
  `utils.normalizeTypes(${JSON.stringify(TYPES)})`,
  `utils.setCharset('text/html', 'utf-8')`,
  `utils.setCharset('text/html; charset=x; a=b', 'utf-8')`,
  `utils.setCharset('', 'utf-8')`,
  `utils.setCharset('text/html', undefined)`,
  `utils.setCharset('nonsense', 'utf-8')`,
  `utils.etag('body')`,
  `utils.wetag('body')`,
  `utils.wetag(Buffer.from([1, 2]))`,
  `utils.etag('ff', 'hex')`,
  ...['true', 'false', `'weak'`, `'strong'`].map(
    (value) => `(utils.compileETag(${value}) ?? String)('body')`,
  ),
  `utils.compileETag('odd')`,
  `utils.compileETag(String) === String`,
  ...[`true`, `false`, `2`, `'loopback, 10.0.0.1'`, `['10.0.0.0/8']`, 'undefined'].map(
    (value) => `['127.0.0.1', '10.0.0.1', '8.8.8.8'].map((ip, hop) => utils.compileTrust(${value})(ip, hop))`,
  ),
  `utils.compileTrust('nonsense')`,
];
const QUERY_CALLS = [
  ...['true', `'simple'`, `'extended'`, 'false'].map(
    (value) => `(utils.compileQueryParser(${value}) ?? String)('a[b]=1&c=2')`,
  ),
  `utils.compileQueryParser('odd')`,
];

const only: Record<string, Record<string, string>> = {
  5: {
    helpers: UTILS([`utils.methods.length`, `utils.methods.includes('get')`, ...UTIL_CALLS, ...QUERY_CALLS]),
    'the query of requests': `
      const request = require('express/lib/request');
      const { get } = Object.getOwnPropertyDescriptor(request, 'query');
      Object.defineProperty(request, 'query', { configurable: true, get() { note('query'); return get.call(this); } });
      const app = require('express')();
      app.get('/', (req, res) => res.json(req.query));
      await sendRequests(app, '/?a=1');`,
    'the prototype of routers': `
      const { Router, Route } = require('express');
      for (const name of ['use', 'route', 'handle', 'param']) wrap(Router.prototype, name);
      for (const name of ['dispatch', 'get', 'all']) wrap(Route.prototype, name, 'route.' + name);
      const app = require('express')();
      const router = Router();
      router.param('id', (req, res, next) => next());
      router.get('/:id', (req, res) => res.end(req.params.id));
      app.use('/r', router);
      await sendRequests(app, '/r/7');`,
    'packages whose exports are replaced on load': `
      const restore = replaceExports({
        'router/index.js': (Router) => {
          function Replaced(...args) { note('Router'); return Router.apply(this, args); }
          Replaced.prototype = Router.prototype;
          return Object.assign(Replaced, Router);
        },
        'router/lib/layer.js': (Layer) => { wrap(Layer.prototype, 'handleRequest'); return Layer; },
        'body-parser/lib/read.js': ${READ},
      });
      const express = require('express');
      restore();
      const app = express();
      app.use(express.json());
      app.use('/r', express.Router().post('/:id', (req, res) => res.json(req.body)));
      app.use((error, req, res, next) => res.status(error.status).end(error.message));
      await sendRequests(app, '/nowhere', ['/r/7', '{"a":1}'], ['/r/8', '{']);`,
    'source text that is rewritten on load': `
      const restore = rewriteTexts({
        'router/index.js': ['use', 'route', 'param'],
        'router/lib/layer.js': ['handleRequest'],
        'express/lib/response.js': ['render'],
      });${REWRITTEN}`,
  },
  4: {
    helpers: UTILS([
      ...UTIL_CALLS,
      ...QUERY_CALLS,
      ...['/a', 'a', 'c:\\\\a', 'c:/a', '\\\\\\\\a'].map((path) => `utils.isAbsolute('${path}')`),
      `utils.flatten([1, [2, [3, [4]]]])`,
      `utils.flatten([1, [2, [3, [4]]]], 1)`,
      `utils.contentDisposition('a b.txt')`,
      `utils.contentDisposition('a.txt', { type: 'inline' })`,
    ]),
    layers: `
      const Layer = require('express/lib/router/layer');
      for (const name of ['handle_request', 'handle_error', 'match']) {
        const original = Layer.prototype[name];
        Layer.prototype[name] = function (...args) {
          note(name + ' ' + this.name);
          return original.apply(this, args);
        };
      }
      const app = require('express')();
      app.get('/:id', function first(req, res, next) { next(); }, function second(req, res) { throw new Error('thrown'); });
      app.use(function last(error, req, res, next) { res.end(error.message); });
      await sendRequests(app, '/7');`,
    'layers created by the user': `
      const Layer = require('express/lib/router/layer');
      const made = [Layer('/a/:b?', {}, function f() {}), new Layer('/a', { end: false }, () => {}), Layer('*', {}, () => {})];
      for (const layer of made) {
        note([layer instanceof Layer, layer.constructor === Layer, layer.name, Object.keys(layer), layer.keys]);
        note(['/a', '/a/1', '/b'].map((path) => [layer.match(path), layer.params, layer.path]));
      }
      class Derived extends Layer {}
      note(new Derived('/', {}, () => {}) instanceof Layer);
      const app = require('express')();
      app.use(() => {});
      note(app._router.stack.every((layer) => layer instanceof Layer));`,
    'the handle of every layer, by an accessor on the prototype': `
      const Layer = require('express/lib/router/layer');
      Object.defineProperty(Layer.prototype, 'handle', {
        get() { return this.__handle; },
        set(fn) {
          this.__handle = fn.length === 4 ? fn : async function (req, res, next) {
            try { await fn.call(this, req, res, next); } catch (error) { next(error); }
          };
        },
      });
      const app = require('express')();
      app.get('/', async () => { throw new Error('rejected'); });
      app.use((error, req, res, next) => res.end(error.message));
      await sendRequests(app, '/');`,
    'the router and its routes': `
      const Router = require('express/lib/router');
      const Route = require('express/lib/router/route');
      note([Router === require('express').Router, Router === require('express/lib/router/index.js'), Route === require('express').Route]);
      for (const name of ['use', 'route', 'handle', 'param', 'process_params']) wrap(Router, name);
      for (const name of ['dispatch', 'get', 'all', '_handles_method']) wrap(Route.prototype, name, 'route.' + name);
      const app = require('express')();
      const router = Router();
      router.param('id', (req, res, next) => next());
      router.get('/:id', (req, res) => res.end(req.params.id));
      app.use('/r', router);
      await sendRequests(app, '/r/7');`,
    'the first layers': `
      const first = require('express/lib/middleware/init');
      const { init } = first;
      first.init = function (app) { note('init'); return init(app); };
      const query = require('express/lib/middleware/query');
      note(query === require('express').query);
      const app = require('express')();
      app.lazyrouter();
      note(app._router.stack.map((layer) => layer.name));
      app.get('/', (req, res) => res.json(req.query));
      await sendRequests(app, '/?a[b]=1');`,
    'a file whose export is replaced on load': `
      const Module = require('node:module');
      const { normalize } = require('node:path');
      const load = Module._load;
      const loaded = new Set();
      Module._load = function (request, parent, ...rest) {
        const exported = load.call(this, request, parent, ...rest);
        const file = /[\\\\/]express4?[\\\\/](lib[\\\\/].*)$/.exec(Module._resolveFilename(request, parent))?.[1];
        if (file) loaded.add(file);
        if (file !== normalize('lib/middleware/query.js')) return exported;
        return function query(options) { note('query'); return exported(options); };
      };
      const app = require('express')();
      app.get('/', (req, res) => res.json(req.query));
      note([...loaded].sort());
      Module._load = load;
      await sendRequests(app, '/?a=1');`,
    'body-parser, whose read function is replaced on load': `
      const restore = replaceExports({ 'body-parser/lib/read.js': ${READ} });
      const express = require('express');
      restore();
      const app = express();
      app.use(express.json({ limit: 10 }));
      app.post('/', (req, res) => res.json(req.body));
      app.use((error, req, res, next) => res.status(error.status).end(error.message));
      await sendRequests(app, '/', ['/', '{"a":1}'], ['/', '{'], ['/', '{"too":"long"}']);`,
    'source text that is rewritten on load': `
      const restore = rewriteTexts({
        'express/lib/router/index.js': ['use', 'route', 'param'],
        'express/lib/router/layer.js': ['handle_request'],
        'express/lib/response.js': ['render'],
      });${REWRITTEN}`,
  },
  3: {
    helpers: UTILS([
      ...UTIL_CALLS,
      ...['/a', 'a', 'c:\\\\a', 'c:/a', '\\\\\\\\a'].map((path) => `utils.isAbsolute('${path}')`),
      `utils.flatten([1, [2, [3, [4]]]], [0])`,
      `utils.parseParams('a;q=0.5, b, c;q=0')`,
      `utils.parseAccept('text/*;q=0.5, text/html;level=1')`,
      `utils.accepts('json, html', 'text/*;q=0.5, application/json')`,
      `utils.acceptsArray(['html'], 'application/*')`,
      `utils.acceptsArray(['html'])`,
      `utils.accept({ value: 'text/html', params: {} }, { type: 'text', subtype: '*', params: {} })`,
      `(utils.locals()({ a: 1 }), typeof utils.locals())`,
      `String(utils.pathRegexp('/:id?', [], true, false))`,
    ]),
    'the router and its routes': `
      const Router = require('express/lib/router');
      const Route = require('express/lib/router/route');
      note([Router === require('express').Router, Route === require('express').Route]);
      for (const name of ['_dispatch', 'matchRequest', 'route', 'param', 'get']) wrap(Router.prototype, name);
      wrap(Route.prototype, 'match', 'route.match');
      const app = require('express')();
      app.param('id', (req, res, next) => next());
      app.get('/:id', (req, res) => res.end(req.params.id));
      note(new Route('get', '/:a', []).match('/b'));
      await sendRequests(app, '/7');`,
    'the first layer': `
      const first = require('express/lib/middleware');
      const { init } = first;
      first.init = function (app) { note('init'); return init(app); };
      const app = require('express')();
      note(app.stack.map((layer) => layer.handle.name));
      app.get('/', (req, res) => res.end('a'));
      await sendRequests(app, '/');`,
  },
};

/** The programs of a major version, by what they patch. */
export function deepPrograms(major: string): Record<string, string> {
  return { ...shared, ...only[major] };
}

/** One program that runs them all and prints the notes of each. */
export function runnerOf(programs: Record<string, string>): string {
  const members = Object.entries(programs).map(([name, text]) => {
    return `${JSON.stringify(name)}: async () => {${text}\n}`;
  });
  return `${RUNNER}runAll({\n${members.join(',\n')}\n});`;
}
