import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './server.js';

/** Debian installs these programs outside PATH. */
const DEBIAN = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres'];
/** Postgres refuses to run as root. It runs as the first of these users that exists. */
const UNPRIVILEGED = ['postgres', 'nobody'];
const MISSING = `it needs Postgres (apt-get install postgresql), and there is none in PATH or below ${DEBIAN}`;
const NO_USER = `Postgres does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')}`;

/** Exports of an application that stores its data in Postgres, at `DATABASE_URL`, empty for each run. */
export const postgres = { skip, prepare };

function skip() {
  if (programs() === undefined) return MISSING;
  return process.getuid?.() === 0 && owner() === undefined && NO_USER;
}

async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'maglev-postgres-'));
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  if (process.getuid() === 0) {
    Object.assign(options, owner());
    chownSync(folder, options.uid, options.gid);
  }
  const [data, port] = [join(folder, 'data'), await freePort()];
  const [initialise, serve] = PROGRAMS.map((name) => join(programs(), name));
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', port };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  execFileSync(initialise, ['-D', data, '-U', 'maglev', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  const child = spawn(serve, ['-D', data, ...parameters], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const release = async () => {
    if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child);
  } catch (error) {
    await release();
    throw error;
  }
  return { env: { DATABASE_URL: `postgres://maglev@127.0.0.1:${port}/postgres` }, release };
}

/** The folder of its programs. */
function programs() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const folders = [...process.env.PATH.split(delimiter), ...debian.reverse()];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

function owner() {
  for (const name of UNPRIVILEGED) {
    try {
      const [uid, gid] = ['-u', '-g'].map((what) =>
        Number(execFileSync('id', [what, name], { stdio: 'pipe' })),
      );
      return { uid, gid };
    } catch {}
  }
}

async function ready({ stderr }) {
  const lines = [];
  for await (const line of createInterface({ input: stderr })) {
    lines.push(line);
    if (line.includes('ready to accept connections')) {
      stderr.resume();
      return;
    }
  }
  throw new Error(`Postgres has ended. It printed:\n${lines.join('\n')}`);
}
