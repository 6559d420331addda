import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../contracts/app.js';
import { type EmitterInternals, findMessageClasses } from '../node-internals.js';
import { kBeforeInit } from '../symbols.js';
import { areConnectionsTaken, type ConnectionServerState, isTaken, takeConnection } from './connection.js';
import { createOverrideCheck, getEarlyMembers, type OverrideCheck } from './early-names.js';

/*
 * Express changes the prototypes of both messages of a request, which makes V8 slower afterwards. So a server is made to create
 * messages that have the application's prototypes from the start, by classes of the application. Code that gets a message before
 * the application does would see the difference, and so would members of the prototypes that Node calls. So it is checked for each
 * request whether there is such code or such a member; if so, the server creates Node's messages.
 */

/** How a request gets from the server to `initMessages`, which gives it the prototypes of the application. */
export interface BeforeInit {
  /** Whether that is by the framework's own code only. */
  readonly isReached: () => boolean;
  /** The names that this code writes on the request. */
  readonly fields: readonly string[];
  /** Methods of responses that are the framework's, where Node's would have been called. */
  readonly methods: Readonly<Record<string, unknown>> | undefined;
}

type MessageClass = typeof http.IncomingMessage | typeof http.ServerResponse;

/** The class whose prototype each of our prototypes is. */
const classes = new WeakMap<object, MessageClass>();

/** Lets the prototype of a class inherit from `proto`, with the member `app`. */
export function createMessagePrototype<Proto extends object>(
  Class: MessageClass,
  proto: Proto,
  app: App,
): Proto {
  const prototype = Class.prototype as unknown as Proto;
  // As if created by Object.create: `message.constructor` is Node's.
  delete (prototype as { constructor?: unknown }).constructor;
  Object.setPrototypeOf(prototype, proto);
  Object.defineProperty(prototype, 'app', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: app,
  });
  classes.set(prototype, Class);
  return prototype;
}

interface ServerState extends ConnectionServerState {
  readonly server: http.Server;
  /** The classes that the server had. */
  readonly node: { readonly Request: MessageClass; readonly Response: MessageClass };
  /** The application for which a server creates messages. */
  app: App;
  /** Kept here, because it cannot be replaced, and reading it from the application takes as long as the rest of the check. */
  isReached: (() => boolean) | undefined;
  /** Null until the names that Node uses are known. */
  overrides: OverrideCheck | null;
  /** Whether the last request was created for the application; the response follows at once. */
  isRequestOurs: boolean;
  handedOver: object | null;
  /** The server's listeners, in a record that V8 reads fast. */
  events: object | null;
  /** The prototypes that the last messages had, and their classes. */
  readonly last: { request: object; response: object; Request: MessageClass; Response: MessageClass };
  /** Node's own callback, which does not look at the request; undefined before Node 24. */
  readonly shouldUpgrade: unknown;
}

const serverStates = new WeakMap<http.Server, ServerState>();

/** Makes a server create the application's own messages, as long as nothing else can get them first. */
export function installMessageClasses(app: App, server: http.Server | undefined): void {
  if (!server) return;
  const state = serverStates.get(server);
  if (state === undefined) install(app, server);
  // Another application has replaced the first.
  else if (state.app !== app && isOnlyListener(app, server)) setApplication(state, app);
}

function setApplication(state: ServerState, app: App): void {
  state.app = app;
  state.isReached = beforeInitOf(app)?.isReached;
  state.overrides = null;
}

/** `listen` may be called on an object that is no application. */
function beforeInitOf(
  app: (App & { readonly [kBeforeInit]?: BeforeInit }) | undefined,
): BeforeInit | undefined {
  return app?.[kBeforeInit];
}

/**
 * Sets the server's classes to functions that create a message of the right class. Not accessors: V8 would turn the server into a
 * hash table, and Node reads a dozen of its properties for each request.
 */
function install(app: App, server: http.Server): void {
  const { IncomingMessage: Request, ServerResponse: Response } = http;
  const state: ServerState = {
    server,
    node: { Request, Response },
    app,
    isReached: beforeInitOf(app)?.isReached,
    overrides: null,
    isRequestOurs: false,
    handedOver: null,
    events: null,
    createResponse: (req, options) => new (responseClassOf(state, state.app.response) as any)(req, options),
    restoreIfSeen: (req, res) => restoreIfSeen(state, req, res),
    handOverScore: 0,
    last: { request: Request.prototype, response: Response.prototype, Request, Response },
    shouldUpgrade: shouldUpgradeOf(server),
  };
  serverStates.set(server, state);
  const slots = findMessageClasses(server, http);
  // A server that was created with other classes needs them.
  if (slots === null) return;
  const fields = server as unknown as Record<symbol, unknown>;
  fields[slots.request] = createRequestFactory(state);
  fields[slots.response] = createResponseFactory(state);
}

/** Has the name and prototypes of Node's class, because it replaces it. */
function createRequestFactory(state: ServerState): unknown {
  const { server, node } = state;
  function IncomingMessage(socket: Socket): http.IncomingMessage {
    const { app } = state;
    const isTakenOver = isTaken(socket);
    if (state.events !== (server as Partial<EmitterInternals>)._events) copyListeners(state);
    state.isRequestOurs =
      isFirstToSee(state) &&
      hasNoOverrides(state, isTakenOver) &&
      (!hasUpgrades(server) || restoreUpgradeRequests(app.request));
    if (state.isRequestOurs && !isTakenOver && areConnectionsTaken()) takeConnection(state, socket as any);
    return new ((state.isRequestOurs ? requestClassOf(state, app.request) : node.Request) as any)(socket);
  }
  return replacementFor(node.Request, IncomingMessage);
}

function createResponseFactory(state: ServerState): unknown {
  const { node } = state;
  function ServerResponse(req: http.IncomingMessage, options: unknown): http.ServerResponse {
    if (state.handedOver !== null) return state.handedOver as http.ServerResponse;
    if (state.isRequestOurs && isNodesCase(req)) {
      state.isRequestOurs = false;
      restoreRequest(req);
    }
    const Class = state.isRequestOurs ? responseClassOf(state, state.app.response) : node.Response;
    return new (Class as any)(req, options);
  }
  return replacementFor(node.Response, ServerResponse);
}

/** Whether Node may respond to a request by itself, or responds before the application does. */
function isNodesCase({ httpVersionMinor, headers }: http.IncomingMessage): boolean {
  return httpVersionMinor === 1 && (headers.host === undefined || headers.expect !== undefined);
}

/** Whether users have put nothing on the application's prototypes that Node would use, or a connection that is taken over. */
function hasNoOverrides(state: ServerState, isTakenOver: boolean): boolean {
  const { app } = state;
  if (state.overrides === null) {
    const members = getEarlyMembers();
    if (members === null) return false;
    state.overrides = createOverrideCheck(members, beforeInitOf(app)!);
  }
  const { request, response } = app;
  return (
    state.overrides.hasNoFields(request, response) &&
    (isTakenOver || state.overrides.hasNoAccessors(request, response))
  );
}

/** See ConnectionServerState. */
function restoreIfSeen(state: ServerState, req: any, res: any): void {
  const { app, isRequestOurs, overrides } = state;
  if (!isRequestOurs || overrides!.hasNoAccessors(app.request, app.response)) return;
  state.isRequestOurs = false;
  if (res === undefined) restoreRequest(req);
  else restoreMessages(req, res);
}

/** The class whose prototype is the application's; Node's own if a user has replaced the prototype. */
function requestClassOf({ last, node }: ServerState, prototype: object): MessageClass {
  if (last.request !== prototype) {
    last.request = prototype;
    last.Request = classes.get(prototype) ?? node.Request;
  }
  return last.Request;
}

function responseClassOf({ last, node }: ServerState, prototype: object): MessageClass {
  if (last.response !== prototype) {
    last.response = prototype;
    last.Response = classes.get(prototype) ?? node.Response;
  }
  return last.Response;
}

function replacementFor(Class: MessageClass, factory: unknown): unknown {
  Object.setPrototypeOf(factory, Object.getPrototypeOf(Class));
  (factory as { prototype: object }).prototype = Class.prototype;
  return factory;
}

/** Copies the listeners of a server into a record that is no hash table for V8, because they are looked at for each request. */
function copyListeners(state: ServerState): void {
  const emitter = state.server as unknown as EmitterInternals;
  emitter._events = Object.setPrototypeOf({ ...emitter._events }, null);
  state.events = emitter._events;
}

/** Node publishes messages on these before it emits `request`. */
const channels = ['http.server.request.start', 'http.server.response.created'].map((name) =>
  diagnostics.channel(name),
);
const { emit } = EventEmitter.prototype;

/** Whether nothing but Node and the framework sees a message of this server before `initMessages` does. */
function isFirstToSee({ app, server, isReached, shouldUpgrade }: ServerState): boolean {
  const { _events: events } = server as unknown as EmitterInternals;
  return (
    events.request === app &&
    events.checkContinue === undefined &&
    events.checkExpectation === undefined &&
    events.dropRequest === undefined &&
    server.emit === emit &&
    (server as UpgradeDecider).shouldUpgradeCallback === shouldUpgrade &&
    !channels[0]!.hasSubscribers &&
    !channels[1]!.hasSubscribers &&
    isReached?.() === true
  );
}

type UpgradeDecider = http.Server & { readonly shouldUpgradeCallback?: unknown };

/** The text of Node's own callback that decides on upgrades. It has no free variables and no parameter. */
let shouldUpgradeText: string | undefined;

/** The server's callback that decides on upgrades, if it is Node's; otherwise something that is not equal to it. */
function shouldUpgradeOf(server: UpgradeDecider): unknown {
  shouldUpgradeText ??= String((new http.Server() as UpgradeDecider).shouldUpgradeCallback);
  const { shouldUpgradeCallback } = server;
  return String(shouldUpgradeCallback) === shouldUpgradeText ? shouldUpgradeCallback : null;
}

function isOnlyListener(app: App, server: http.Server): boolean {
  const listeners = server.listeners('request');
  return listeners.length === 1 && listeners[0] === (app as unknown);
}

function hasUpgrades(server: http.Server): boolean {
  const { _events: events } = server as unknown as EmitterInternals;
  return events.upgrade !== undefined || events.connect !== undefined;
}

const restoring = new WeakSet<object>();

/**
 * Upgrades and tunnels never reach the application, and their listeners expect a request of Node. When Node creates a request, it is not
 * known yet whether it is one of these, but Node assigns `parser` to it before it emits the event. False if that cannot be detected.
 */
function restoreUpgradeRequests(prototype: object): boolean {
  if (restoring.has(prototype)) return true;
  if (!Object.isExtensible(prototype)) return false;
  restoring.add(prototype);
  Object.defineProperty(prototype, 'parser', {
    configurable: true,
    get: () => undefined,
    set(this: { upgrade?: unknown; res?: unknown }, parser: unknown) {
      if (this.upgrade && this.res === undefined) restoreRequest(this);
      Object.defineProperty(this, 'parser', {
        configurable: true,
        enumerable: true,
        writable: true,
        value: parser,
      });
    },
  });
  return true;
}

/** Turns messages of the application into those of Node, if the application has not handled them yet. */
export function restoreMessages(req: any, res: any): void {
  if (req.res !== undefined || !classes.has(Object.getPrototypeOf(req))) return;
  restoreRequest(req);
  if (classes.has(Object.getPrototypeOf(res))) {
    if (res.locals === undefined) delete res.locals;
    Object.setPrototypeOf(res, http.ServerResponse.prototype);
  }
}

function restoreRequest(req: any): void {
  removeUnsetFields(req);
  Object.setPrototypeOf(req, http.IncomingMessage.prototype);
}

/** Removes the fields that only the class of an application's requests has set. */
export function removeUnsetFields(req: any): void {
  if (!classes.has(Object.getPrototypeOf(req))) return;
  if (req._eventsCount === 0) delete req._eventsCount;
  for (const name of Object.keys(req)) {
    if (!NODES_OWN.has(name) && req[name] === undefined) delete req[name];
  }
}

/** The fields that Node itself sets on a request. */
const NODES_OWN: ReadonlySet<string> = new Set(Object.keys(new http.IncomingMessage(null as any)));
