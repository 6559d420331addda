import { createRequire } from 'node:module';
import { type Captured, captureServers } from './capture.js';
import { type Import, loadEntry } from './entry.js';
import { exportsFunction, findExported, findServed, isApp } from './exported.js';
import { ORDER, type Order, type Reason, type Report, type Task, thrownOf } from './protocol.js';

const require = createRequire(import.meta.url);

/** Milliseconds in which an exported application may go on registering routes. */
const GRACE = 500;

/** In the process of the application: loads it, finds it, and runs the task. */
export async function runApplication(load: Import): Promise<void> {
  const send = takeChannel();
  const order: Order = JSON.parse(process.env[ORDER]!);
  delete process.env[ORDER];
  const fail = (reason: Reason, error: unknown) => {
    send({ maglev: 'failure', reason, error: thrownOf(error) } satisfies Report);
  };
  const reportThrown = (error: unknown) => fail(error instanceof NoApp ? error.reason : 'threw', error);
  const uncaught = new Promise<never>((_, reject) => process.on('uncaughtException', reject));

  const task: Task = require(order.task);
  const captured = captureServers();
  process.argv = [process.argv[0]!, order.file];
  task.prepare?.(order.input);
  await findApp(order, load, captured, uncaught).then(async (app) => {
    try {
      send({ maglev: 'result', value: await task.run(app, order.input, send) } satisfies Report);
    } catch (error) {
      fail('task', error);
    }
  }, reportThrown);
}

/** There is no application, for this reason. */
class NoApp extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Loads the file and waits for its application: exported, or served, with time to register all routes. */
async function findApp(
  { file, limit }: Order,
  load: Import,
  captured: Captured,
  uncaught: Promise<never>,
): Promise<unknown> {
  const timeUp = Promise.race([waitUntilIdle(), delay(limit).then(() => 'late' as const)]);
  const orTimeout = <T>(promise: Promise<T>): Promise<T> => {
    const timedOut = timeUp.then((reason): never => {
      throw new NoApp(reason);
    });
    return Promise.race([promise, timedOut, uncaught]);
  };
  const exports = await orTimeout(loadEntry(file, load));
  const exported = await orTimeout(findExported(exports, captured));
  if (exported !== null || exportsFunction(exports)) {
    // Once the application is exported, later errors, such as of a missing database, do not matter.
    await Promise.race([captured.listened, timeUp, delay(GRACE), uncaught.catch(() => {})]);
    if (exported !== null) return exported;
    if (captured.servers.length === 0) throw new NoApp('function');
  }
  await orTimeout(captured.listened);
  // Routes that are registered right after `listen` belong to the application, too.
  await new Promise(setImmediate);
  const served = captured.servers.map((server) => findServed(server, captured)).find(isApp);
  if (served === undefined) throw new NoApp('handler');
  return served;
}

/** Resolves when the event loop is empty and Node would end the process. */
function waitUntilIdle(): Promise<'silent'> {
  return new Promise((resolve) => process.once('beforeExit', () => resolve('silent')));
}

/** Does not keep the process alive. */
function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** Hides the IPC channel from the application, which may call `process.send` to say that it is ready. */
function takeChannel(): (message: object) => void {
  const send = process.send!.bind(process);
  process.send = undefined;
  // The command has ended, perhaps without being able to kill this process.
  process.on('disconnect', () => process.exit());
  // The listener must not keep the process alive.
  process.channel!.unref();
  return (message) => {
    send(message);
  };
}
