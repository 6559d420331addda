import http from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from '../contracts/app.js';
import { putHeader } from '../response/head.js';
import { isHttp2, setHttp2Prototypes } from './http2.js';

type MessageClass = typeof http.IncomingMessage | typeof http.ServerResponse;

interface MessageClasses {
  IncomingMessage: typeof http.IncomingMessage;
  ServerResponse: typeof http.ServerResponse;
}

const classes = new WeakMap<object, MessageClass>();

/**
 * Makes the prototype of a class derive from `proto`, with the member `app`. Changing the prototype of an existing message
 * makes V8 slow for it; an instance of this class has the right one from the start.
 */
export function createMessagePrototype<Proto extends object>(
  Class: MessageClass,
  proto: Proto,
  app: App,
): Proto {
  const prototype = Class.prototype as unknown as Proto;
  // As if made by Object.create: `message.constructor` is Node's.
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

/** The classes whose instances have this application's prototypes from the start; none where a user has replaced a prototype. */
function messageClasses(app: App): MessageClasses | undefined {
  const IncomingMessage = classes.get(app.request);
  const ServerResponse = classes.get(app.response);
  return IncomingMessage && ServerResponse
    ? ({ IncomingMessage, ServerResponse } as MessageClasses)
    : undefined;
}

/** Makes a server whose messages are the application's own; `http.createServer` is called as mocks of it expect. */
export function createServer(app: App): http.Server {
  const server = http.createServer(app as unknown as http.RequestListener);
  installMessageClasses(app, server);
  return server;
}

/** Gives the request and response the application's prototypes, unless the server made them so. */
export function initMessages(app: App, req: Request, res: Response): void {
  if (app.enabled('x-powered-by')) putHeader(res, 'x-powered-by', 'X-Powered-By', 'Maglev');

  req.res = res;
  (res as { req: Request }).req = req;
  if (Object.getPrototypeOf(req) !== app.request || Object.getPrototypeOf(res) !== app.response) {
    if (!isHttp2(req))
      installMessageClasses(app, (req.socket as { server?: http.Server } | undefined)?.server);
    setPrototypes(app, req, res);
  }
  if (!res.locals) res.locals = Object.create(null);
}

/** Sets an application's prototypes: at first, and when an application mounted in it did not answer. */
export function setPrototypes(owner: App, req: Request, res: Response): void {
  if (isHttp2(req)) {
    setHttp2Prototypes(owner, req, res);
  } else {
    Object.setPrototypeOf(req, owner.request);
    Object.setPrototypeOf(res, owner.response);
  }
}

const inspectedServers = new WeakSet<object>();

/**
 * Makes a server create the application's own messages from its next request on. Only if the application is the only
 * `request` listener: others expect Node's messages.
 */
function installMessageClasses(app: App, server: http.Server | undefined): void {
  if (!server || inspectedServers.has(server)) return;
  inspectedServers.add(server);

  const request = symbolOf(server, 'IncomingMessage');
  const response = symbolOf(server, 'ServerResponse');
  if (!request || !response || !isOnlyListener(app, server)) return;

  const made = messageClasses(app);
  const slots = server as unknown as Record<symbol, unknown>;
  if (!made || slots[request] !== http.IncomingMessage || slots[response] !== http.ServerResponse) return;
  slots[request] = made.IncomingMessage;
  slots[response] = made.ServerResponse;
  restoreUpgradeRequests(server);
}

function isOnlyListener(app: App, server: http.Server): boolean {
  const listeners = server.listeners('request');
  return listeners.length === 1 && listeners[0] === (app as unknown);
}

/** Node keeps the classes of a server under symbols that it does not export. */
function symbolOf(server: object, description: string): symbol | undefined {
  return Object.getOwnPropertySymbols(server).find((symbol) => symbol.description === description);
}

/**
 * Upgrade and CONNECT requests never reach the application. Their handlers assign `query` or `path`, for which our
 * prototype has getters only.
 */
function restoreUpgradeRequests(server: http.Server): http.Server {
  const own = Object.hasOwn(server, 'emit') ? server.emit : undefined;
  function emit(this: http.Server, event: string, ...args: any[]): boolean {
    if (event === 'upgrade' || event === 'connect')
      Object.setPrototypeOf(args[0], http.IncomingMessage.prototype);
    // Looked up late: tracing agents replace the method of the prototype at any time.
    return (own ?? Object.getPrototypeOf(server).emit).call(this, event, ...args);
  }
  return Object.defineProperty(server, 'emit', { configurable: true, writable: true, value: emit });
}
