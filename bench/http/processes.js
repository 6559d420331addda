/** Servers and load in processes of their own, on cores of their own where the system can pin them. */
import { fileURLToPath } from 'node:url';
import { Child, cores, KEEP_CODE } from '../shared.js';

const SERVER = fileURLToPath(new URL('server.js', import.meta.url));
const LOAD = fileURLToPath(new URL('load.js', import.meta.url));

/** Starts one subject with one scenario; `node` is the binary that runs it, `flags` are Node's own. */
export async function startServer(subject, scenario, { node = process.execPath, flags = [] } = {}) {
  const command = [node, KEEP_CODE, ...flags, ...serverArguments(subject, scenario)];
  const child = start(`${subject.name}, ${scenario.name}`, cores.server, command);
  const { port, startup } = await child.reply();
  return { subject, port, startup, usage: (how = 'usage') => child.ask(how), stop: () => child.stop() };
}

/** What Node is to run, for those who start it in another way. */
export function serverArguments(subject, scenario) {
  return [SERVER, JSON.stringify({ subject, scenario: scenario.id })];
}

/** Starts the one process that sends all requests. */
export function startLoad() {
  const child = start('The load', cores.load, [process.execPath, LOAD]);
  return { run: (job) => child.ask(job), stop: () => child.stop() };
}

function start(name, core, command) {
  return Child.spawn(command, { name, core, env: { ...process.env, NODE_ENV: 'production' } });
}
