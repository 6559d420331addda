/** Notices when somebody looks at the listeners of a response that Node has not wired, or changes them. */
import type { UnwiredConnection } from '../contracts/connection.js';
import { kConnection } from '../symbols.js';

/** What a response has as `_events` until then. */
export function createUnseenEvents(res: object): object {
  return new Proxy(UNSEEN_EVENTS, new LateEvents(res));
}

/** Gives a function the name and look of a bound one of Node. */
export function asBound<Fn extends (...args: any[]) => unknown>(name: string, fn: Fn): Fn {
  return Object.defineProperty(fn, 'name', { configurable: true, value: `bound ${name}` });
}

/** Hands the exchange of a response over, and returns its listeners. The response may also be one that is done. */
function eventsOf(res: any): any {
  const connection: UnwiredConnection | undefined = res._onPendingData[kConnection];
  if (connection === undefined) return res._events;
  if (connection.isOpen(res)) {
    connection.handOver();
  } else {
    res._onPendingData = () => {};
    res._events = { __proto__: null };
    res._eventsCount = 0;
  }
  return res._events;
}

/** What `console.log` shows of the listeners: what Node has added. */
const SHOWN_EVENTS: object = Object.assign(Object.create(null), {
  finish: asBound('resOnFinish', () => {}),
});

/** Behind the proxies, where only `console.log` looks: since Node 26 it would show that they are proxies. */
const UNSEEN_EVENTS: object = Object.defineProperty(
  Object.create(null),
  Symbol.for('nodejs.util.inspect.custom'),
  { configurable: true, value: () => SHOWN_EVENTS },
);

/** What stands for the listeners of a response until somebody looks at them. */
class LateEvents implements ProxyHandler<any> {
  declare readonly res: any;

  constructor(res: any) {
    this.res = res;
  }

  get(_: object, name: PropertyKey): unknown {
    return eventsOf(this.res)[name];
  }

  set(_: object, name: PropertyKey, value: unknown): boolean {
    return Reflect.set(eventsOf(this.res), name, value);
  }

  has(_: object, name: PropertyKey): boolean {
    return name in eventsOf(this.res);
  }

  deleteProperty(_: object, name: PropertyKey): boolean {
    return Reflect.deleteProperty(eventsOf(this.res), name);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(eventsOf(this.res));
  }

  getOwnPropertyDescriptor(_: object, name: PropertyKey): PropertyDescriptor | undefined {
    return Reflect.getOwnPropertyDescriptor(eventsOf(this.res), name);
  }

  preventExtensions(): boolean {
    Object.preventExtensions(eventsOf(this.res));
    return false;
  }

  defineProperty(_: object, name: PropertyKey, descriptor: PropertyDescriptor): boolean {
    return Reflect.defineProperty(eventsOf(this.res), name, descriptor);
  }
}
