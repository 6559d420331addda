import { createRequire } from 'node:module';
import { type Captured, captureServers } from './capture.js';
import { type Import, loadEntry } from './entry.js';
import { exportsFunction, findExported, findServed, isApp } from './exported.js';
import { ORDER, type Order, type Reason, type Report, type Task, thrownOf } from './protocol.js';

const require = createRequire(import.meta.url);

/** How long an exported application may go on making routes while something else keeps its process alive. */
const GRACE = 500;

/** In the process of the application: loads it, finds it, and does what was ordered. */
export async function runApplication(load: Import): Promise<void> {
  const send = takeChannel();
  const order: Order = JSON.parse(process.env[ORDER]!);
  delete process.env[ORDER];
  const fail = (reason: Reason, error: unknown) => {
    send({ maglev: 'failure', reason, error: thrownOf(error) } satisfies Report);
  };
  const threw = (error: unknown) => fail(error instanceof NoApp ? error.reason : 'threw', error);
  const trouble = new Promise<never>((_, reject) => process.on('uncaughtException', reject));

  const task: Task = require(order.task);
  const captured = captureServers();
  process.argv = [process.argv[0]!, order.file];
  task.prepare?.(order.input);
  await findApp(order, load, captured, trouble).then(async (app) => {
    try {
      send({ maglev: 'result', value: await task.run(app, order.input, send) } satisfies Report);
    } catch (error) {
      fail('task', error);
    }
  }, threw);
}

/** There is no application, for this reason. */
class NoApp extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Loads the file and waits until its application stands: exported, or served, and given time to become complete. */
async function findApp(
  { file, limit }: Order,
  load: Import,
  captured: Captured,
  trouble: Promise<never>,
): Promise<unknown> {
  const over = Promise.race([idle(), after(limit).then(() => 'late' as const)]);
  const orOver = <T>(promise: Promise<T>): Promise<T> => {
    const givenUp = over.then((reason): never => {
      throw new NoApp(reason);
    });
    return Promise.race([promise, givenUp, trouble]);
  };
  const exports = await orOver(loadEntry(file, load));
  const exported = await orOver(findExported(exports, captured));
  if (exported !== null || exportsFunction(exports)) {
    // A database that is not there does not matter to an application that is.
    await Promise.race([captured.listened, over, after(GRACE), trouble.catch(() => {})]);
    if (exported !== null) return exported;
    if (captured.servers.length === 0) throw new NoApp('function');
  }
  await orOver(captured.listened);
  // What stands behind `listen` in the same piece of code belongs to the application, too.
  await new Promise(setImmediate);
  const served = captured.servers.map((server) => findServed(server, captured)).find(isApp);
  if (served === undefined) throw new NoApp('handler');
  return served;
}

/** When nothing is left to wait for: Node would end the process now. */
function idle(): Promise<'silent'> {
  return new Promise((resolve) => process.once('beforeExit', () => resolve('silent')));
}

/** Does not keep the process alive. */
function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** Takes the channel to the command away from the application, which may use one to tell that it is ready. */
function takeChannel(): (message: object) => void {
  const send = process.send!.bind(process);
  process.send = undefined;
  // Whoever has started this process is gone, perhaps without having been able to end it.
  process.on('disconnect', () => process.exit());
  // To listen for that is no reason to stay alive.
  process.channel!.unref();
  return (message) => {
    send(message);
  };
}
