/** Programs that replace Node's methods before the framework is loaded. Each runs in its own process, on maglev and on Express. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { runScript } from '../support/script.js';

/** `P` and `O` are Node's prototypes, `load` loads the framework, `many` sends requests and returns the responses. */
const PRELUDE = `
  import http from 'node:http';
  import { loadFramework } from './test/support/frameworks.js';
  const P = http.ServerResponse.prototype, O = http.OutgoingMessage.prototype;
  const send = (port, path) => new Promise((resolve) => {
    const onError = (error) => resolve(error.code);
    http.get({ port, path, agent: false }, (res) => {
      let body = '';
      res.on('data', (data) => (body += data)).on('end', () => resolve([res.statusCode, res.headers['x-a'], body]));
    }).on('error', onError);
  });
  const many = async (app, amount, path = '/') => {
    const server = http.createServer(app).listen(0);
    const responses = [];
    for (let i = 0; i < amount; i++) responses.push(await send(server.address().port, path));
    server.close();
    return responses;
  };
`;

const PROGRAMS: Record<string, string> = {
  'a wrapper that is removed and restored gets each call': `
    let calls = 0;
    const wrapper = function (name, value) { calls++; return O.setHeader.call(this, name, value); };
    P.setHeader = wrapper;
    const app = (await load())();
    delete P.setHeader;
    app.get('/', (req, res) => { calls = 0; res.setHeader('x-a', '1'); res.end(String(calls)); });
    await many(app, 15);
    P.setHeader = wrapper;
    result = await many(app, 3);
  `,
  'a wrapper that fixes names works whenever it is installed': `
    const wrapper = function (name, value) { return O.setHeader.call(this, name.replace(/ /g, '-'), value); };
    P.setHeader = wrapper;
    const app = (await load())();
    app.get('/', (req, res) => { res.setHeader('x a', 'v'); res.end('k'); });
    app.get('/p', (req, res) => res.send('x'));
    await many(app, 1);
    delete P.setHeader;
    await many(app, 15, '/p');
    P.setHeader = wrapper;
    result = await many(app, 2);
  `,
  'a wrapper can accept names that Node rejects': `
    const original = P.setHeader;
    P.setHeader = function (name, value) { return name == null ? this : original.call(this, String(name), value); };
    const app = (await load())();
    app.get('/', (req, res) => { res.setHeader(undefined, 'x'); res.setHeader(5, 'x'); res.end('ok'); });
    result = await many(app, 15);
  `,
  'a wrapper gets all arguments': `
    const original = P.setHeader;
    P.setHeader = function (name, value, keep) { return keep && this.hasHeader(name) ? this : original.call(this, name, value); };
    const app = (await load())();
    app.get('/', (req, res) => { res.setHeader('x-a', '1'); res.setHeader('x-a', '2', true); res.end(); });
    result = await many(app, 15);
  `,
  'a wrapper is the method of responses': `
    const original = P.setHeader;
    const spy = function (...args) { return original.apply(this, args); };
    P.setHeader = spy;
    const app = (await load())().disable('x-powered-by');
    app.get('/', (req, res) => res.end(String(res.setHeader === spy)));
    result = await many(app, 15);
  `,
  'a getter gets the response as this': `
    const original = O.setHeader;
    let calls = 0;
    Object.defineProperty(P, 'setHeader', {
      configurable: true,
      get() { return this.req ? function (name, value) { calls++; return original.call(this, name, value); } : original; },
    });
    const app = (await load())().disable('x-powered-by');
    app.get('/', (req, res) => { calls = 0; res.setHeader('x-a', '1'); res.end(String(calls)); });
    result = await many(app, 15);
  `,
  'a clock that stands still does not stop the Date header': dating('Date.now = () => stopped ?? real();'),
  'a clock that is a proxy does not stop it': dating(`
    Date.now = new Proxy(real, { apply: () => stopped ?? real() });
  `),
  'a replaced Date does not stop it': dating(`
    globalThis.Date = class extends Date {
      constructor(...args) { super(...(args.length > 0 ? args : [Date.now()])); }
      static now() { return stopped ?? real(); }
    };
  `),
};

/** Asks in two seconds, as Node counts them, with a clock that was replaced before the framework was loaded, and stops in the first. */
function dating(replace: string): string {
  return `
    const dateOfNode = () => {
      const message = Object.assign(new http.OutgoingMessage(), { sendDate: true });
      message._storeHeader('', null);
      return /Date: (.*)/.exec(message._header)[1].trim();
    };
    const real = Date.now;
    let stopped;
    ${replace}
    const app = (await load())();
    app.get('/', (req, res) => res.send('x'));
    const server = http.createServer(app).listen(0);
    const dateOf = () => new Promise((resolve) => {
      http.get({ port: server.address().port, agent: false }, (res) => resolve(res.resume().headers.date));
    });
    // The second may end while a request is under way: then it is asked again.
    const isCurrent = async (stop) => {
      for (;;) {
        if (stop) stopped = real();
        const before = dateOfNode();
        const date = await dateOf();
        if (dateOfNode() === before) return [date === before, before];
      }
    };
    for (let i = 0; i < 15; i++) await dateOf();
    const [wasCurrent, first] = await isCurrent(true);
    while (dateOfNode() === first) await new Promise((resolve) => setImmediate(resolve));
    result = [wasCurrent, (await isCurrent(false))[0]];
  `;
}

for (const line of [5, 4]) {
  for (const [name, body] of Object.entries(PROGRAMS)) {
    test(`${name}, as in Express ${line}.x`, async () => {
      const program = (side: string): string => `${PRELUDE}
        const load = () => loadFramework('${side}', ${line});
        let result;
        ${body}
        console.log(JSON.stringify(result));
        process.exit();
      `;
      const [ours, theirs] = await Promise.all(['maglev', 'express'].map((side) => runScript(program(side))));
      assert.equal(ours, theirs);
    });
  }
}

const isOff = process.env.MAGLEV_FAST_PATH === 'off';

for (const line of [5, 4]) {
  test(`an application that only calls setHeader and end detects the internal headers of Node (${line}.x)`, async () => {
    const program = `${PRELUDE}
      const { headersOf } = await import('./src/response/fast-path/head.js');
      const app = (await loadFramework('maglev', ${line}))().disable('x-powered-by');
      app.get('/', (req, res) => { res.setHeader('x-a', '1'); res.end(String(headersOf(res) !== null)); });
      // It is tried out in timers, soon after the first responses.
      let isDetected = 'false';
      for (let i = 0; i < ${isOff ? 2 : 500} && isDetected !== 'true'; i++) isDetected = (await many(app, 20)).at(-1)[2];
      console.log(isDetected);
      process.exit();
    `;
    const expected = isOff ? 'false' : 'true';
    assert.equal((await runScript(program)).trim(), expected);
  });
}
