/** Servers and load in processes of their own, on cores of their own where the system can pin them. */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('server.js', import.meta.url));
const LOAD = fileURLToPath(new URL('load.js', import.meta.url));
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** A server that waits for its turn would be taken for idle, and lose its compiled code to save memory. */
const KEEP_CODE = '--no-memory-reducer';

export const cores = canPin ? { server: '0', load: '1' } : {};

/** Starts one subject with one scenario; `node` is the binary that runs it, `flags` are Node's own. */
export async function startServer(subject, scenario, { node = process.execPath, flags = [] } = {}) {
  const child = start(cores.server, [node, KEEP_CODE, ...flags, ...serverArguments(subject, scenario)]);
  const { port, startup } = await answerOf(child, `${subject.name}, ${scenario.name}`);
  return { subject, port, startup, usage: (how = 'usage') => ask(child, how), stop: () => stop(child) };
}

/** What Node is to run, for those who start it in another way. */
export function serverArguments(subject, scenario) {
  return [SERVER, JSON.stringify({ subject, scenario: scenario.id })];
}

/** Starts the one process that sends all requests. */
export function startLoad() {
  const child = start(cores.load, [process.execPath, LOAD]);
  return { run: (job) => ask(child, job), stop: () => stop(child) };
}

function start(core, command) {
  const [file, ...args] = core === undefined ? command : ['taskset', '-c', core, ...command];
  const env = { ...process.env, NODE_ENV: 'production' };
  return spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
}

function ask(child, message) {
  const reply = answerOf(child, 'The process');
  child.send(message);
  return reply;
}

function answerOf(child, name) {
  return new Promise((resolve, reject) => {
    const onExit = (code) => reject(new Error(`${name} ended early (${code}); its message stands above.`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      if (message.error) reject(new Error(message.error));
      else resolve(message);
    });
  });
}

async function stop(child) {
  if (!child.connected) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  await gone;
}
