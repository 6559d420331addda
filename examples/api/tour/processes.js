import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const program = fileURLToPath(new URL('process.js', import.meta.url));

/** A trial of the example in a separate process, where layers are not traced. */
export function startMaglev() {
  return start([]);
}

/** The same on Express; null if Express is not installed. */
export function startExpress() {
  const installed = findExpress();
  return installed && { version: installed.version, ...start([installed.file]) };
}

function start(args) {
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  const closed = once(child, 'close').then(() => {
    throw new Error(`The process has ended. ${stderr}`);
  });
  closed.catch(() => {});
  /** One call at a time, so that each message is the result of the most recent call. */
  let last = once(child, 'message');
  const call = (method, ...args) => {
    last = last.then(() => {
      child.send({ method, args });
      return Promise.race([once(child, 'message'), closed]);
    });
    return Promise.race([last, closed]).then(([result]) => result);
  };
  return {
    trace: (request) => call('trace', request),
    time: (request, count) => call('time', request, count),
  };
}

/** The first real Express that is installed. Packages that replace Express have a `maglev` field. */
function findExpress() {
  for (const name of ['express', 'express5']) {
    try {
      const { version, maglev } = require(`${name}/package.json`);
      if (maglev === undefined) return { version, file: require.resolve(name) };
    } catch {
      // Not installed.
    }
  }
  return null;
}
