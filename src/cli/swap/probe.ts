// Loads Express from each folder that uses it, runs a small application on each copy in memory, and prints the findings as
// JSON. `node -e` runs its text in a separate process, like that of supervise.ts. So it imports nothing but Node.
//   node -e <text> <places as JSON>
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import Module, { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';

/** A copy of Express that was found. */
interface Finding {
  /** The folders of the packages that use it. */
  readonly users: string[];
  /** The error message; '' if it works. */
  readonly problem: string;
  /** Its dependencies: the range, and the version that is installed. */
  readonly dependencies: Readonly<Record<string, readonly [range: string, version: string | null]>>;
}

interface Expected {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
  readonly status: number;
  readonly text: string;
}

const EXPECTED: readonly Expected[] = [
  { method: 'GET', url: '/users/7', status: 200, text: 'user 7' },
  { method: 'GET', url: '/files/a/b', status: 200, text: 'a/b' },
  { method: 'POST', url: '/json', body: '{"a":1}', status: 200, text: 'a is 1' },
  { method: 'GET', url: '/fails', status: 500, text: 'caught: on purpose' },
];

const findings = new Map<string, Finding>();
run(JSON.parse(process.argv[1]!)).then(() => {
  process.stdout.write(`\n${JSON.stringify([...findings.values()])}`);
});

async function run(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    let manifest: string;
    try {
      manifest = realpathSync(createRequire(join(folder, 'package.json')).resolve('express/package.json'));
    } catch (error) {
      findings.set(folder, { users: [folder], problem: messageOf(error), dependencies: {} });
      continue;
    }
    const known = findings.get(manifest);
    if (known !== undefined) {
      known.users.push(folder);
      continue;
    }
    const problem = await problemOf(folder);
    findings.set(manifest, { users: [folder], problem, dependencies: dependenciesOf(manifest) });
  }
}

async function problemOf(folder: string): Promise<string> {
  try {
    const app = makeApp(createRequire(join(folder, 'package.json')));
    for (const expected of EXPECTED) {
      const response = await send(app, expected);
      const wanted = `${expected.status} ${expected.text}`;
      if (response !== wanted) {
        return `${expected.method} ${expected.url} responds with ${JSON.stringify(response)}, not ${JSON.stringify(wanted)}`;
      }
    }
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

function makeApp(require: NodeJS.Require): any {
  const express = require('express');
  const app = express();
  const isNamed = Number.parseInt(require('express/package.json').version, 10) >= 5;
  app.use(express.json());
  app.get('/users/:id', (req: any, res: any) => res.send(`user ${req.params.id}`));
  app.get(isNamed ? '/files/*path' : '/files/*', (req: any, res: any) => {
    res.send(isNamed ? req.params.path.join('/') : req.params[0]);
  });
  app.post('/json', (req: any, res: any) => res.send(`a is ${req.body.a}`));
  app.get('/fails', () => {
    throw new Error('on purpose');
  });
  // Express recognizes an error handler by its four parameters.
  app.use((error: Error, _req: any, res: any, _next: any) => {
    res.statusCode = 500;
    res.send(`caught: ${error.message}`);
  });
  return app;
}

/** Sends a request without a network; resolves with status and body. */
function send(app: any, { method, url, body = '' }: Expected): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    }) as Socket;
    const req = new IncomingMessage(socket);
    const headers = body && { 'content-type': 'application/json', 'content-length': String(body.length) };
    Object.assign(req, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
    req.headers = { host: 'localhost', ...(headers || {}) };
    const res = new ServerResponse(req);
    res.assignSocket(socket);
    res.on('finish', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      resolve(`${head.split(' ')[1]} ${rest.join('\r\n\r\n')}`);
    });
    if (body) req.push(body);
    req.push(null);
    app(req, res);
  });
}

function dependenciesOf(manifest: string): Finding['dependencies'] {
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  return Object.fromEntries(
    Object.entries<string>(dependencies).map(([name, range]) => [name, [range, versionOf(name, manifest)]]),
  );
}

function versionOf(name: string, from: string): string | null {
  const file = process.versions.pnp ? placeInTable(name, from) : placeInFolders(name, from);
  return file === null ? null : JSON.parse(readFileSync(file, 'utf8')).version;
}

function placeInFolders(name: string, from: string): string | null {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file)) ?? null;
}

function placeInTable(name: string, from: string): string | null {
  try {
    const table = (Module as any).findPnpApi(from);
    return join(table.resolveToUnqualified(name, dirname(from)), 'package.json');
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  return String((error as Error)?.message ?? error).split('\n')[0]!;
}
