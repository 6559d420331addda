import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const program = fileURLToPath(new URL('on-express.js', import.meta.url));

/** The example on Express, in a process of its own; null if Express is not installed. */
export function startExpress() {
  const installed = findExpress();
  if (installed === null) return null;
  const child = fork(program, [installed.file], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
  const gone = once(child, 'close').then(() => {
    throw new Error(`Express has ended. ${complaint}`);
  });
  gone.catch(() => {});
  /** One request at a time, so that each answer belongs to the last question. */
  let last = once(child, 'message');
  const ask = (request) => {
    last = last.then(() => {
      child.send(request);
      return Promise.race([once(child, 'message'), gone]);
    });
    return Promise.race([last, gone]).then(([answer]) => answer);
  };
  return { version: installed.version, ask };
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
