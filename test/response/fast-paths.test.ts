/** Which fast paths are on, and why others are off: what somebody has replaced before the framework is loaded is recognized as such. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastPath } from '../../src/contracts/fast-path.js';
import { runScript } from '../support/script.js';

const isOff = process.env.MAGLEV_FAST_PATH === 'off';
const NAMES = ['messages', 'headers', 'head', 'body', 'notFound', 'files', 'connections', 'bodies'];
const major = Number(process.versions.node.split('.')[0]);
const PERMISSION = major < 24 ? '--experimental-permission' : '--permission';

interface Seen {
  readonly fastPaths: readonly FastPath[];
  readonly calls: number;
  readonly external: number;
  /** The lines of a stack trace, before and after. */
  readonly lines: readonly [number, number];
  readonly warnings: readonly string[];
}

/** Runs code before maglev is loaded, then tries out the fast paths. */
async function seenAfter(code: string, flags: readonly string[] = []): Promise<Seen> {
  const program = `
    import { AsyncResource } from 'node:async_hooks';
    import { EventEmitter } from 'node:events';
    import fs from 'node:fs';
    import http from 'node:http';
    import { performance } from 'node:perf_hooks';
    import { Duplex } from 'node:stream';
    import { mock } from 'node:test';
    const warnings = [];
    process.on('warning', ({ name, code, message }) => warnings.push([name, code, message].join(' ')));
    const O = http.OutgoingMessage.prototype, P = http.ServerResponse.prototype;
    let calls = 0;
    ${code}
    const { default: maglev } = await import('./src/index.js');
    calls = 0;
    const before = process.memoryUsage().external;
    const linesOf = ({ stack }) => String(stack).split('\\n').length;
    const lines = [linesOf(new Error('before'))];
    const { fastPaths } = maglev().compile();
    const external = process.memoryUsage().external - before;
    lines.push(linesOf(new Error('after')));
    setTimeout(() => console.log(JSON.stringify({ fastPaths, calls, external, lines, warnings })), 0);
  `;
  return JSON.parse(await runScript(program, flags));
}

/** The names of those that are on, and why the others are not. */
function summaryOf({ fastPaths }: Seen): { on: string[]; reasons: string[] } {
  const off = fastPaths.filter(({ on }) => !on);
  return {
    on: fastPaths.filter(({ on }) => on).map(({ name }) => name),
    reasons: [...new Set(off.map(({ reason }) => reason!))],
  };
}

describe('the fast paths', () => {
  for (const [name, { code = '', flags = [] }] of Object.entries<{ code?: string; flags?: string[] }>({
    'by default': {},
    'without process.binding': { code: 'delete process.binding;' },
    'if process.binding throws': { code: "process.binding = () => { throw new Error('gone'); };" },
    'if Function.prototype.toString is replaced': {
      code: "Function.prototype.toString = () => 'function () {}';",
    },
    'with a stack of one frame': { code: 'Error.stackTraceLimit = 1;' },
    'with a prepareStackTrace of others': {
      code: 'Error.prepareStackTrace = () => null;',
    },
    'with --pending-deprecation': { flags: ['--pending-deprecation'] },
    'with --throw-deprecation': { flags: ['--throw-deprecation'] },
    'with --disallow-code-generation-from-strings': { flags: ['--disallow-code-generation-from-strings'] },
    [`with ${PERMISSION}`]: {
      flags: [
        PERMISSION,
        '--allow-fs-read=*',
        '--allow-fs-write=*',
        '--allow-worker',
        '--allow-child-process',
      ],
    },
  })) {
    it(`are all on ${name}, and leave nothing behind`, async () => {
      const seen = await seenAfter(code, flags);
      const expected = isOff ? { on: [], reasons: ['MAGLEV_FAST_PATH is off.'] } : { on: NAMES, reasons: [] };
      assert.deepEqual(summaryOf(seen), expected);
      assert.ok(seen.external < 1_000_000, `${seen.external} bytes outside of the heap`);
      const warnings = seen.warnings.filter((warning) => !/ExperimentalWarning|DEP0169/.test(warning));
      assert.deepEqual(warnings, []);
      assert.equal(seen.lines[0], seen.lines[1]);
    });
  }
});

it('are taken on a server on which nothing is patched', { skip: isOff }, async () => {
  const program = `
    import { createHook } from 'node:async_hooks';
    import { once } from 'node:events';
    import { get } from 'node:http';
    // Everything is loaded at once.
    process.env.NODE_ENV = 'test';
    const { default: maglev } = await import('./src/index.js');
    let calls = 0;
    let listeners;
    const app = maglev();
    app.use((req, _res, next) => {
      next();
      listeners = req.listeners('end').map(({ name }) => name);
    });
    app.use('/files', maglev.static('test/response'));
    app.compile();
    const server = app.listen(0);
    await once(server, 'listening');
    createHook({ init: (_id, type) => { if (type === 'FSREQCALLBACK') calls++; } }).enable();
    for (const path of ['/files/heads.ts', '/none']) {
      const [res] = await once(get({ port: server.address().port, path }), 'response');
      res.resume();
      await once(res, 'close');
    }
    console.log(JSON.stringify({ calls, listeners }));
    server.close();
    server.closeAllConnections();
  `;
  // One call opens the file, the other reads it. Those of finalhandler have other names.
  assert.deepEqual(JSON.parse(await runScript(program)), { calls: 2, listeners: ['respond'] });
});

/** Replaces a member before maglev is loaded: what the reason names, and the code. */
const REPLACED: Record<string, readonly [member: string, code: string]> = {
  'a wrapper': [
    '`end` of http.OutgoingMessage',
    'const { end } = O; O.end = function (...args) { calls++; return end.apply(this, args); };',
  ],
  'a wrapper with the same name and length': [
    '`_send` of http.OutgoingMessage',
    'const { _send: own } = O; O._send = function _send(data, encoding, callback, byteLength) { calls++; return own.call(this, data, encoding, callback, byteLength); };',
  ],
  'a wrapper on the class of responses': [
    '`setHeader` of http.ServerResponse',
    'P.setHeader = function setHeader(name, value) { calls++; return O.setHeader.call(this, name, value); };',
  ],
  'a proxy': [
    '`writeHead` of http.ServerResponse',
    'P.writeHead = new Proxy(P.writeHead, { apply(target, self, args) { calls++; return Reflect.apply(target, self, args); } });',
  ],
  'a bound function': [
    '`_writeRaw` of http.OutgoingMessage',
    'const { _writeRaw: own } = O; O._writeRaw = own.bind(null);',
  ],
  'a function that is timed': [
    '`getHeader` of http.OutgoingMessage',
    'O.getHeader = performance.timerify(O.getHeader);',
  ],
  'a function with a context': [
    '`removeHeader` of http.OutgoingMessage',
    "O.removeHeader = AsyncResource.bind(O.removeHeader, 'a', null);",
  ],
  'a mock': ['`write` of http.OutgoingMessage', "mock.method(O, 'write');"],
  'a wrapper of all events': [
    '`emit` of events.EventEmitter',
    'const { emit: own } = EventEmitter.prototype; EventEmitter.prototype.emit = function emit(type, ...args) { if (this instanceof http.ServerResponse) calls++; return own.call(this, type, ...args); };',
  ],
  'a wrapper of all streams': [
    '`write` of stream.Duplex',
    'const { write: own } = Duplex.prototype; Duplex.prototype.write = function (chunk, encoding, cb) { return own.call(this, chunk, encoding, cb); };',
  ],
  'a method that the fast path does not skip': [
    '`assignSocket` of http.ServerResponse',
    'const { assignSocket: own } = P; P.assignSocket = function (socket) { calls++; own.call(this, socket); };',
  ],
  'an accessor': [
    '`_header` of http.OutgoingMessage',
    "Object.defineProperty(O, '_header', { configurable: true, get() { return this.header_; }, set(value) { this.header_ = value; if (this instanceof http.ServerResponse) calls++; } });",
  ],
  domain: ['`emit` of events.EventEmitter', "await import('node:domain');"],
};

/** Those that get a message before an application does: they expect Node's. */
const OBSERVED_EARLY = [
  'a wrapper of all events',
  'a method that the fast path does not skip',
  'an accessor',
];

describe('what was replaced before maglev was loaded', { skip: isOff }, () => {
  for (const [name, [member, code]] of Object.entries(REPLACED)) {
    it(`is not skipped, not called, and named: ${name}`, async () => {
      const seen = await seenAfter(code);
      assert.deepEqual(summaryOf(seen), {
        on: OBSERVED_EARLY.includes(name) ? ['files'] : ['messages', 'files'],
        reasons: [`Something has replaced ${member}.`, 'Headers are set by Node.'],
      });
      assert.equal(seen.calls, 0);
    });
  }

  /** Each looks like Node's: that it is in another script is noticed when it is called. */
  const IMITATIONS: Record<string, string> = {
    end: 'function end(chunk, encoding, callback) { original(this, chunk, encoding, callback); return this; }',
    setHeader: 'function setHeader(name, value) { return original(this, name, value); }',
    getHeader: 'function getHeader(name) { return original(this, name); }',
    removeHeader: 'function removeHeader(name) { return original(this, name); }',
    write: 'function write(chunk, encoding, callback) { return original(this, chunk, encoding, callback); }',
    _storeHeader: 'function _storeHeader(firstLine, headers) { return original(this, firstLine, headers); }',
    _send:
      'function _send(data, encoding, callback, byteLength) { return original(this, data, encoding, callback, byteLength); }',
  };
  for (const [name, text] of Object.entries(IMITATIONS)) {
    it(`is not skipped although it looks like Node's: ${name}`, async () => {
      const code = `
        const original = Function.prototype.call.bind(O.${name});
        O.${name} = ${text};`;
      assert.deepEqual(summaryOf(await seenAfter(code)).reasons, [
        `Something has replaced \`${name}\` of http.OutgoingMessage.`,
        'Headers are set by Node.',
      ]);
    });
  }

  for (const name of ['stat', 'open', 'read', 'close', 'createReadStream', 'ReadStream']) {
    it(`is not skipped, not called, and named: ${name} of fs`, async () => {
      const code = `
        const { ${name}: own } = fs;
        const wrapper = function ${name}(...args) { calls++; return new.target ? new own(...args) : own.apply(this, args); };
        Object.defineProperty(fs, '${name}', { configurable: true, writable: true, enumerable: true, value: wrapper });`;
      const seen = await seenAfter(code);
      assert.deepEqual(summaryOf(seen), {
        on: NAMES.filter((one) => one !== 'files'),
        reasons: [`Something has replaced \`${name}\` of fs.`],
      });
      assert.equal(seen.calls, 0);
    });
  }
});
