/** Replaced functions of node:fs, and options that exceed the size of a file. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Attack, Attacks, World } from '../attack.js';

function withoutDates(response: string): string {
  return response.replace(/(ETag|Last-Modified): .*\r\n/g, '');
}

function serving(options: object, requests: readonly string[] = ['GET /digits.txt']): Attack['run'] {
  return async (world) => {
    fs.writeFileSync(path.join(world.folder, 'digits.txt'), '0123456789');
    fs.writeFileSync(path.join(world.folder, 'empty.txt'), '');
    const app = world.framework();
    app.use(world.framework.static(world.folder, options));
    const server = await world.listen(app);
    const seen: string[] = [];
    for (const request of requests) seen.push(withoutDates(await world.send(server, request)));
    return seen;
  };
}

/** Serves files with a replaced member of `fs`, and restores it. */
function replacing(
  member: 'stat' | 'createReadStream' | 'open' | 'fstat' | 'lstat' | 'read',
  replace: (original: any, world: World) => any,
): Attack['run'] {
  return async (world) => {
    const original = fs[member];
    (fs as any)[member] = replace(original, world);
    try {
      return await serving({}, ['GET /digits.txt', 'GET /none.txt', 'HEAD /digits.txt'])(world);
    } finally {
      (fs as any)[member] = original;
    }
  };
}

const PART = 'GET /digits.txt HTTP/1.1\r\nHost: x\r\nRange: bytes=2-5\r\nConnection: close\r\n\r\n';

const attacks: Attacks = {
  'fs.stat finds no files': {
    run: replacing('stat', () => (file: string, done: any) => {
      setImmediate(
        done,
        Object.assign(new Error(`ENOENT: no such file, stat '${file}'`), { code: 'ENOENT' }),
      );
    }),
  },
  'fs.stat finds files that do not exist': {
    run: replacing('stat', (stat, { folder }) => (file: string, done: any) => {
      stat(file.endsWith('none.txt') ? path.join(folder, 'digits.txt') : file, done);
    }),
  },
  'fs.createReadStream reads another file': {
    run: replacing('createReadStream', (_original, { note }) => (_file: string, options: any) => {
      note([options.start, options.end]);
      return Readable.from([Buffer.from('abcdefghij')]);
    }),
  },
  'fs.createReadStream is wrapped': {
    run: replacing('createReadStream', (original, { note, folder }) => (file: string, options: any) => {
      note([path.relative(folder, file), options.start, options.end]);
      return original(file, options);
    }),
  },
  'pipe of all streams is wrapped': {
    async run(world) {
      const { pipe } = Readable.prototype;
      Readable.prototype.pipe = function (this: Readable, ...args: any[]) {
        world.note('pipe');
        return (pipe as any).apply(this, args);
      } as typeof pipe;
      try {
        return await serving({})(world);
      } finally {
        Readable.prototype.pipe = pipe;
      }
    },
  },
  'fs.open fails': {
    run: replacing('open', (original) => (file: string, ...rest: any[]) => {
      if (!file.endsWith('.txt')) return original(file, ...rest);
      return setImmediate(
        rest.at(-1),
        Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
      );
    }),
  },
};

for (const [start, end] of [
  [1000, 9],
  [5, undefined],
  [undefined, 3],
  [0, 1000],
  [10, 20],
  [9, 9],
  [3, 1],
  [20, 30],
  [0, 0],
]) {
  const options = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  attacks[`static from ${start} to ${end}`] = {
    run: serving(options, ['GET /digits.txt', 'GET /empty.txt']),
  };
  // The send of Express 3 reports another size for a range that is not satisfiable.
  attacks[`a range of static from ${start} to ${end}`] = { lines: [5, 4], run: serving(options, [PART]) };
}

/** Wraps members so that calls are written down, with what `describe` says of them. */
function watch(
  target: any,
  names: readonly string[],
  note: (word: unknown) => void,
  describe: (args: any[]) => unknown = () => '',
): void {
  for (const name of names) {
    const original = target[name];
    target[name] = function (this: unknown, ...args: any[]) {
      note([name, describe(args)]);
      return original.apply(this, args);
    };
  }
}

const eventOf = ([event, listener]: any[]) => [String(event), listener?.name ?? typeof listener];
/** Heads have dates and names in them: their kind is enough. */
const kindOf = ([data]: any[]) => [typeof data, /^HTTP/.test(data) ? 'head' : String(data)];

/** Ways to see how a file gets into a response. */
const watchers: Record<string, (res: any, note: (word: unknown) => void) => void> = {
  'emit of the response': (res, note) => watch(res, ['emit'], note, ([event]) => event),
  'on and once of the response': (res, note) => watch(res, ['on', 'once'], note, eventOf),
  'removeListener of the response': (res, note) =>
    watch(res, ['removeListener', 'prependListener'], note, eventOf),
  'newListener and removeListener': (res, note) => {
    for (const name of ['newListener', 'removeListener'])
      res.on(name, (event: unknown, listener: any) => note([name, event, listener.name]));
  },
  'write of the socket': (res, note) => watch(res.socket, ['write'], note, kindOf),
  'cork of the socket': (res, note) => watch(res.socket, ['cork', 'uncork'], note),
  'inner functions of the response': (res, note) => watch(res, ['_send', '_writeRaw'], note, kindOf),
  'end of the response, and write of the socket': (res, note) => {
    watch(res, ['end', 'write'], note, (args) => args.length);
    watch(res.socket, ['write'], note, kindOf);
  },
};

for (const [name, attach] of Object.entries(watchers)) {
  attacks[`a file is sent under observation: ${name}`] = {
    lines: [5, 4],
    async run(world) {
      fs.writeFileSync(path.join(world.folder, 'digits.txt'), '0123456789');
      fs.writeFileSync(path.join(world.folder, 'empty.txt'), '');
      const app = world.framework();
      let closed: Promise<unknown> | undefined;
      app.use((_req: any, res: any, next: any) => {
        closed = new Promise((resolve) => res.on('close', resolve));
        attach(res, world.note);
        next();
      });
      app.use(world.framework.static(world.folder));
      app.get('/file', (_req: any, res: any) => res.sendFile('digits.txt', { root: world.folder }));
      const server = await world.listen(app);
      for (let round = 0; round < 3; round++) {
        for (const request of ['GET /digits.txt', 'GET /empty.txt', 'GET /file', PART, 'HEAD /digits.txt']) {
          world.note(request);
          await world.send(server, request);
          await closed;
        }
      }
      return 'done';
    },
  };
}

export const files: Attacks = attacks;
