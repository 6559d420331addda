import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const program = fileURLToPath(new URL('process.js', import.meta.url));

/** A trial of the example in a process of its own, in which nobody watches layers. */
export function startMaglev() {
  return start([]);
}

/** The same on Express; null if that is not installed. */
export function startExpress() {
  const installed = findExpress();
  return installed && { version: installed.version, ...start([installed.file]) };
}

function start(args) {
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
  const gone = once(child, 'close').then(() => {
    throw new Error(`The process has ended. ${complaint}`);
  });
  gone.catch(() => {});
  /** One thing at a time, so that each message is the answer to the last one. */
  let last = once(child, 'message');
  const say = (what, ...args) => {
    last = last.then(() => {
      child.send({ what, args });
      return Promise.race([once(child, 'message'), gone]);
    });
    return Promise.race([last, gone]).then(([answer]) => answer);
  };
  return {
    ask: (asked) => say('ask', asked),
    time: (asked, count) => say('time', asked, count),
  };
}

/** The first Express that is one: what stands in for it says so. */
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
