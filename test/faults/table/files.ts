/** Files that vanish, shrink or become unreadable while they are sent. */
import fs, { mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { exhaustFiles } from '../descriptors.js';
import { type Fault, type Faults, GET } from '../fault.js';

const SMALL = 1000;
const LARGE = 3_000_000;

const REQUEST = 'GET /file.txt HTTP/1.1\r\nHost: x\r\n\r\n';

type Act = (file: string) => void;

/** A file served by `static`. Runs `act` once its headers are set. */
function served(size: number, act: Act, request = REQUEST): Fault {
  return {
    build(app, { framework, folder }) {
      const file = write(folder, size);
      app.use(framework.static(folder, { setHeaders: () => act(file) }));
    },
    request,
    lines: [5, 4],
  };
}

/** The same with `res.sendFile`, with and without a callback. */
function sent(size: number, act: Act, isTold: boolean): Fault {
  return {
    build(app, { folder, note }) {
      const file = write(folder, size);
      app.get('/file.txt', (_req: any, res: any, next: any) => {
        const done = (error?: any): void => {
          note(`done ${error?.code ?? error}`);
          if (error) next(error);
        };
        const options = { headers: trap(() => act(file)) };
        res.sendFile(file, options, ...(isTold ? [done] : []));
      });
    },
    request: REQUEST,
    lines: [5, 4],
  };
}

/** Headers whose getter runs at the moment at which send has found the file, but not opened it yet. */
function trap(act: () => void): object {
  return {
    get 'X-Trap'() {
      act();
      return 'sprung';
    },
  };
}

/** Both read through the same function of Node, which fails from the second call on for this request. */
function failingReads(after: number): Act {
  return () => {
    const { read } = fs;
    let left = after;
    (fs as any).read = (descriptor: number, ...rest: any[]) => {
      if (left-- > 0) return read.call(fs, descriptor, ...(rest as [any]));
      fs.read = read;
      syncBuiltinESMExports();
      const failure = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
      process.nextTick(rest.at(-1), failure, 0);
    };
    syncBuiltinESMExports();
  };
}

/** Exhausts the file descriptors during a request. */
const starving = (_req: any, res: any, next: any): void => {
  res.on('close', exhaustFiles());
  next();
};

const shortening: Record<string, Act> = {
  'is emptied': (file) => truncateSync(file, 0),
  shrinks: (file) => truncateSync(file, 500),
};

const failing: Record<string, Act> = {
  'cannot be read': failingReads(0),
};

export const files: Faults = {
  ...Object.fromEntries(
    Object.entries(shortening).flatMap(([name, act]) => [
      [`a small file that ${name} is served`, short(served(SMALL, act))],
      [`a large file that ${name} is served`, short(served(LARGE, act))],
      [`part of a file that ${name} is served`, short(served(SMALL, act, ranged('100-899')))],
      [`a small file that ${name} is sent`, short(sent(SMALL, act, false))],
      [`a large file that ${name} is sent`, short(sent(LARGE, act, true))],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(failing).flatMap(([name, act]) => [
      [`a small file that ${name} is served`, served(SMALL, act)],
      [`a large file that ${name} is served`, served(LARGE, act)],
      [`part of a file that ${name} is served`, served(SMALL, act, ranged('100-899'))],
      [`a small file that ${name} is sent`, sent(SMALL, act, false)],
      [`a large file that ${name} is sent`, sent(LARGE, act, true)],
    ]),
  ),
  'a large file that cannot be read to its end is served': served(LARGE, failingReads(2)),
  'a large file that cannot be read to its end is sent with a callback': sent(LARGE, failingReads(2), true),
  'a large file that cannot be read to its end is sent without a callback': sent(
    LARGE,
    failingReads(2),
    false,
  ),
  'a file that vanishes is sent without a callback': sent(SMALL, rmSync, false),
  'a file that vanishes is sent with a callback': sent(SMALL, rmSync, true),
  'a setHeaders that throws': served(SMALL, () => {
    throw new Error('no headers');
  }),
  'a folder is sent': {
    build(app, { folder }) {
      mkdirSync(path.join(folder, 'inner'));
      app.get('/', (_req: any, res: any) => res.sendFile(path.join(folder, 'inner')));
    },
  },
  'a missing file is sent': {
    build: (app, { folder }) =>
      app.get('/', (_req: any, res: any) => res.sendFile(path.join(folder, 'none'))),
  },
  'a file is sent after the response': {
    build(app, { folder, note }) {
      const file = write(folder, SMALL);
      app.get('/', (_req: any, res: any) => {
        res.send('sent');
        // Succeeds or aborts: it depends on whether the file is found before the response is sent.
        res.sendFile(file, () => note('done'));
      });
    },
    act: async (client) => {
      const received = await client.ordinary(GET);
      await client.noted('done');
      return received;
    },
    lines: [5, 4],
  },
  'static cannot open a file': {
    build(app, { framework, folder }) {
      write(folder, SMALL);
      app.use(starving, framework.static(folder, { lastModified: false, etag: false }));
    },
    request: REQUEST,
    lines: [5, 4],
  },
  'static cannot open a large file': {
    build(app, { framework, folder }) {
      write(folder, LARGE);
      app.use(starving, framework.static(folder, { lastModified: false, etag: false }));
    },
    request: REQUEST,
    lines: [5, 4],
  },
  'sendFile cannot open a file': {
    build(app, { folder }) {
      const file = write(folder, SMALL);
      app.get('/file.txt', starving, (_req: any, res: any) => res.sendFile(file));
    },
    request: REQUEST,
    lines: [5, 4],
  },
  'the server cannot accept connections for a while': {
    build(app, { note }) {
      app.get('/', (_req: any, res: any) => {
        const release = exhaustFiles();
        note('exhausted');
        res.on('close', release);
        res.on('close', () => note('released'));
      });
    },
    async act(client) {
      const first = await client.connect();
      first.write(GET);
      await client.noted('exhausted');
      const waiting = await client.connect();
      waiting.write('GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      first.leave();
      await client.noted('released');
      // Node closes connections that it cannot accept, or accepts them now; no client waits forever.
      await waiting.closed();
    },
  },
};

function ranged(range: string): string {
  return `GET /file.txt HTTP/1.1\r\nHost: x\r\nRange: bytes=${range}\r\n\r\n`;
}

function write(folder: string, size: number): string {
  const file = path.join(folder, 'file.txt');
  writeFileSync(file, 'x'.repeat(size));
  utimesSync(file, 0, 0);
  return file;
}

function short(fault: Fault): Fault {
  return { ...fault, fallsShort: true };
}
