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

export const files: Attacks = attacks;
