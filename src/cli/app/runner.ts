import { createRequire } from 'node:module';
import { type Captured, captureServers } from './capture.js';
import { type Import, loadEntry } from './entry.js';
import {
  exportedFunction,
  findExported,
  findServed,
  functionNamed,
  functionNames,
  isApp,
  otherApps,
} from './exported.js';
import type { FactoryCall } from './factory.js';
import { ORDER, type Order, type Reason, type Report, type Task, thrownOf } from './protocol.js';

const require = createRequire(import.meta.url);

/** Milliseconds in which an exported application may continue to register routes. */
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
  process.argv = [process.argv[0]!, order.file, ...order.args];
  task.prepare?.(order.input);
  await findApps(order, load, captured, uncaught).then(async ([app, ...others]) => {
    try {
      const value = await task.run(app, order.input, send, others);
      send({ maglev: 'result', value } satisfies Report);
    } catch (error) {
      fail('task', error);
    }
  }, reportThrown);
}

/** There is no application, for this reason. */
class NoApp extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail = '') {
    super(detail);
    this.reason = reason;
  }
}

/**
 * Loads the file and waits for its application: exported or served, with time to register all routes. The other applications
 * that the file exports or serves follow it in the list.
 */
async function findApps(
  { file, limit, call }: Order,
  load: Import,
  captured: Captured,
  uncaught: Promise<never>,
): Promise<unknown[]> {
  const timeUp = Promise.race([waitUntilIdle(), delay(limit).then(() => 'late' as const)]);
  const orTimeout = <T>(promise: Promise<T>): Promise<T> => {
    const timedOut = timeUp.then((reason): never => {
      throw new NoApp(reason);
    });
    return Promise.race([promise, timedOut, uncaught]);
  };
  const loaded = await orTimeout(loadEntry(file, load));
  const exports = call === null ? loaded : await orTimeout(create(loaded, call));
  const exported = await orTimeout(findExported(exports, captured));
  const factory = exportedFunction(exports);
  if (exported !== null || factory === 'default') {
    // After the application is exported, later errors, such as a missing database, do not matter.
    await Promise.race([captured.listened, timeUp, delay(GRACE), uncaught.catch(() => {})]);
    if (exported !== null) return [exported, ...otherApps(exported, exports, captured)];
    if (captured.servers.length === 0) throw new NoApp('function', factory!);
  }
  await orTimeout(captured.listened).catch((error) => {
    const isFactory = factory !== null && error instanceof NoApp && error.reason === 'silent';
    throw isFactory ? new NoApp('function', factory) : error;
  });
  // Routes that are registered right after `listen` belong to the application too.
  await new Promise(setImmediate);
  const served = captured.servers.map((server) => findServed(server, captured)).find(isApp);
  if (served === undefined) throw new NoApp('handler');
  return [served, ...otherApps(served, exports, captured)];
}

/** What a factory returns takes the place of what its module exports. */
async function create(exports: unknown, { name, args }: FactoryCall): Promise<unknown> {
  const factory = functionNamed(exports, name);
  if (factory === null) throw new NoApp('no function', functionNames(exports).join(', '));
  return factory(...args);
}

/** Resolves when the event loop is empty and Node would end the process. */
function waitUntilIdle(): Promise<'silent'> {
  return new Promise((resolve) => process.once('beforeExit', () => resolve('silent')));
}

/** Does not keep the process alive. */
function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/**
 * Hides the IPC channel from the application. `process.send` stays a function: the application may report that it is ready, and
 * packages that think they run in a cluster worker (log4js) send all their messages.
 */
function takeChannel(): (message: object) => void {
  const send = process.send!.bind(process);
  process.send = sendToNobody;
  // The command has ended, perhaps without being able to kill this process.
  process.on('disconnect', () => process.exit());
  // The listener must not keep the process alive.
  process.channel!.unref();
  return (message) => {
    send(message);
  };
}

function sendToNobody(...args: any[]): boolean {
  const callback = args.findLast((arg) => typeof arg === 'function');
  if (callback) process.nextTick(callback, null);
  return true;
}
