import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Framework } from './api.js';

/** A random response as data: application settings, calls on the response, and the call that ends it. */
export interface Program {
  /** Where the calls run: in the application, in a router, or in a mounted application. */
  where: 'app' | 'router' | 'mounted';
  settings: [string, unknown][];
  steps: Step[];
  last: Step;
}

/** A member of req or res, and its arguments. */
export type Step = [member: string, ...args: any[]];

/** Values that JSON cannot represent, or that exist only at run time, by name. */
const live: Record<string, () => unknown> = {
  $undefined: () => undefined,
  $nan: () => Number.NaN,
  $symbolless: () => Object.create(null),
  $date: () => new Date(86_400_000),
  $buffer: () => Buffer.from('a buffer'),
  $emptyBuffer: () => Buffer.alloc(0),
  $bytes: () => new Uint8Array([1, 2, 250]),
  $words: () => new Uint16Array([65, 300, 66]),
  $dataView: () => new DataView(new ArrayBuffer(4)),
  $arrayBuffer: () => new ArrayBuffer(3),
  $long: () => 'å'.repeat(1500),
  $bigint: () => 12n,
  $function: () => (value: string) => value,
  $custom: () => ({ toJSON: () => 'custom' }),
  $circular: () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    return loop;
  },
};

export const fixtures: string = fs.mkdtempSync(path.join(os.tmpdir(), 'maglev-program-'));
const stamp = new Date(1_600_000_000_000);
for (const [name, content] of Object.entries({
  'plain.txt': 'some text in a file\n',
  'page.html': '<p>page</p>',
  'empty.txt': '',
  '.hidden': 'dot',
  'sp ace ü.json': '{"a":1}',
})) {
  fs.writeFileSync(path.join(fixtures, name), content);
  fs.utimesSync(path.join(fixtures, name), stamp, stamp);
}
fs.mkdirSync(path.join(fixtures, 'folder'));
fs.writeFileSync(path.join(fixtures, 'view.tpl'), 'a view');

/** Builds the application that runs a program. */
export function build(framework: Framework, program: Program): Framework {
  const app = framework();
  app.set('env', 'test');
  app.set('views', fixtures);
  app.engine('tpl', (file: string, options: any, callback: any) => {
    if (options.fail) throw new Error('template failed');
    callback(null, `${path.basename(file)} ${options.name} ${Object.keys(options).sort()}`);
  });
  app.use('/-end', (_req: any, res: any) => res.end());
  for (const [name, value] of program.settings) app.set(name, revive(value));

  const place = { app: () => app, router: () => framework.Router(), mounted: () => framework() }[
    program.where
  ]();
  // `views` has a default, so a mounted application does not inherit it.
  if (program.where === 'mounted') place.set('views', fixtures);
  place.use((req: any, res: any, next: any) => {
    req.secret = 'keyboard cat';
    for (const step of program.steps) run(step, req, res, next);
    run(program.last, req, res, next);
  });
  place.use((error: any, _req: any, res: any, next: any) => {
    if (error && typeof error === 'object') {
      // The page shows the stack, which contains file paths of the implementation. Missing modules do so, too.
      const message = String(error.message).replace(/\nRequire stack:.*/s, '');
      error.stack = `${error.name}: ${message} ${error.code} ${error.status} ${error.types}`;
    }
    if (!res.headersSent) res.setHeader('X-Failed', 'yes');
    next(error);
  });
  if (place !== app) app.use(place);
  // No handler ends a response that was started and then passed on; the test would wait for it.
  app.use((_req: any, res: any, next: any) => (res.headersSent ? res.end() : next()));
  return app;
}

function run([member, ...given]: Step, req: any, res: any, next: any): void {
  const args = given.map(revive);
  if (member.startsWith('req.')) {
    const value = req[member.slice(4)];
    const seen = typeof value === 'function' ? value.apply(req, args) : value;
    note(res, `${member}=${JSON.stringify(seen)}`);
  } else if (member === 'read') {
    note(res, `read=${JSON.stringify(res.get(args[0]))}`);
  } else if (member === 'next') {
    next(...args);
  } else if (member === 'fail') {
    next(Object.assign(new Error('failed on purpose'), args[0]));
  } else if (member === 'format') {
    res.format(Object.fromEntries((args[0] as string[]).map((key) => [key, () => res.send(`as ${key}`)])));
  } else if (member === 'render') {
    sendSafely(res, next);
    res.render(args[0], args[1]);
  } else {
    res[member](...args);
  }
}

function note(res: any, text: string): void {
  const add = res.append ?? res.appendHeader;
  add.call(res, 'X-Seen', encodeURIComponent(text));
}

/** A `send` that throws after rendering runs outside any try block and would crash the process. */
function sendSafely(res: any, next: any): void {
  const { send } = res;
  res.send = (body: unknown) => {
    try {
      return send.call(res, body);
    } catch (error) {
      return next(error);
    }
  };
}

function revive(value: any): any {
  if (typeof value === 'string' && Object.hasOwn(live, value)) return live[value]!();
  if (typeof value === 'string') return value.replace('$fixtures', fixtures);
  if (Array.isArray(value)) return value.map(revive);
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, revive(one)]));
  }
  return value;
}
