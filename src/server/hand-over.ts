/** What has to be out of the way while Node's function wires an exchange that the application has already got. */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { ServerResponse } from 'node:http';

const startChannel: { readonly hasSubscribers: boolean } = diagnostics.channel('http.server.request.start');
const { emit } = EventEmitter.prototype;

/**
 * Lets Node's function neither call the application again, nor tell others of the request again, nor check its headers, which the application
 * may have changed. Returns what undoes that.
 */
export function hideFromApplication(server: any, req: any): () => void {
  const events = server._events;
  const { request } = events;
  const undo: (() => void)[] = [];
  events.request = ignoreRequest;
  if (server.emit !== emit) replace(server, 'emit', ignoreRequest, undo);
  if (startChannel.hasSubscribers) replace(startChannel, 'hasSubscribers', false, undo);
  replace(req, 'httpVersionMajor', 0, undo);
  return () => {
    events.request = request;
    for (const one of undo) one();
  };
}

/** Sets a property, whatever it is. */
function replace(owner: any, name: string, value: unknown, undo: (() => void)[]): void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  if (own?.writable) {
    owner[name] = value;
    undo.push(() => {
      owner[name] = own.value;
    });
  } else if (own === undefined || own.configurable) {
    Object.defineProperty(owner, name, { configurable: true, enumerable: true, writable: true, value });
    undo.push(() => {
      if (own === undefined) delete owner[name];
      else Object.defineProperty(owner, name, own);
    });
  }
}

/** What Node's function calls on a response, and the fields that it sets. */
const CALLED = ['assignSocket', 'emit', 'on', '_flush', '_flushOutput'];
const nodes = Object.fromEntries(CALLED.map((name) => [name, (ServerResponse.prototype as any)[name]]));
const SET = ['_keepAliveTimeout', '_maxRequestsPerSocket', '_onPendingData', 'shouldKeepAlive'];

/** Sets aside what users have put on a response, or on its prototypes, in their place. Returns a function that puts it back, or null. */
export function setAside(res: any): (() => void) | null {
  let aside: [string, PropertyDescriptor][] | null = null;
  for (const name of CALLED) if (Object.hasOwn(res, name)) (aside ??= []).push([name, ownOf(res, name)]);
  for (const name of SET) {
    const own = Object.getOwnPropertyDescriptor(res, name);
    if (own !== undefined && !own.writable) (aside ??= []).push([name, own]);
  }
  const names = aside?.filter(([, { configurable }]) => configurable) ?? [];
  for (const [name, { get }] of names) {
    delete res[name];
    if (SET.includes(name)) res[name] = get?.call(res);
  }
  const inherited = CALLED.filter((name) => res[name] !== nodes[name] && !Object.hasOwn(res, name));
  if (aside === null && inherited.length === 0) return null;
  for (const name of inherited) Object.defineProperty(res, name, { configurable: true, value: nodes[name] });
  return () => {
    for (const name of inherited) delete res[name];
    for (const [name, own] of names) Object.defineProperty(res, name, own);
  };
}

/** Lets an emitter not emit that it gets or loses listeners. Returns what undoes that, or null. */
export function muteListenerEvents(events: any): (() => void) | null {
  const { newListener, removeListener } = events;
  if (newListener === undefined && removeListener === undefined) return null;
  // Set, not deleted: the order of the events is seen.
  if (newListener !== undefined) events.newListener = undefined;
  if (removeListener !== undefined) events.removeListener = undefined;
  return () => {
    if (newListener !== undefined) events.newListener = newListener;
    if (removeListener !== undefined) events.removeListener = removeListener;
  };
}

function ownOf(res: object, name: string): PropertyDescriptor {
  return Object.getOwnPropertyDescriptor(res, name)!;
}

function ignoreRequest(): void {}
