import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from './contracts/app.js';
import type { Next } from './contracts/handler.js';
import { createMessagePrototype } from './dispatch/messages.js';
import { defineClose } from './registration/close.js';
import { requestClass } from './request/message.js';
import { responseClass } from './response/message.js';

/** What one line of the framework is made of: the members of its applications, requests and responses. */
export interface Parts {
  application: App;
  request: Request;
  response: Response;
  /** Makes the class of an application's requests, where it is not that of most lines. */
  requestClass?: () => typeof IncomingMessage;
}

/** Gives a new application its members. */
export type AddMembers = (app: App, parts: Parts) => void;

/** Make the function that makes applications out of these parts. */
export function createFactory(parts: Parts, addMembers: AddMembers = copyAllMembers): () => App {
  return function createApplication(): App {
    const app = function (req: IncomingMessage, res: ServerResponse, next?: Next): void {
      app.handle(req as Request, res as Response, next);
    } as unknown as App;

    addMembers(app, parts);
    defineClose(app);
    // Prototypes of the application's own, so that extending them leaves other applications alone.
    app.request = createMessagePrototype((parts.requestClass ?? requestClass)(), parts.request, app);
    app.response = createMessagePrototype(responseClass(), parts.response, app);
    app.init();
    return app;
  };
}

function copyAllMembers(app: App, parts: Parts): void {
  copyMembers(app, EventEmitter.prototype);
  copyMembers(app, parts.application);
}

/** Copy members as they are, accessors included; what the function has already, such as its name, it keeps. */
function copyMembers(app: App, source: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    if (!Object.hasOwn(app, name)) Object.defineProperty(app, name, descriptor);
  }
}
