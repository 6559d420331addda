import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express-serve-static-core';
import type { App } from './contracts/app.js';
import type { Next } from './contracts/handler.js';
import { createRequestClass } from './request/message.js';
import { createResponseClass } from './response/message.js';
import { defineClose } from './server/close.js';
import { type BeforeInit, createMessagePrototype } from './server/message-classes.js';
import { kBeforeInit } from './symbols.js';

/** The members of a line's applications, requests and responses. */
export interface Parts {
  application: App;
  request: Request;
  response: Response;
  /** Creates the class of an application's requests, if the line has its own. */
  createRequestClass?: () => typeof IncomingMessage;
  /** Whether only the framework's own code runs between the server and `initMessages`. */
  reachesInit(app: App): boolean;
  /** The names that the framework writes on a request before `initMessages`. */
  fieldsBeforeInit: readonly string[];
  /** The methods of the line's responses that replace one of Node's, and that Node calls before `initMessages`. */
  methodsBeforeInit?: Readonly<Record<string, unknown>>;
}

/** Gives a new application its members. */
export type AddMembers = (app: App, parts: Parts) => void;

export function createFactory(parts: Parts, addMembers: AddMembers = copyAllMembers): () => App {
  return function createApplication(): App {
    const app = function (req: IncomingMessage, res: ServerResponse, next?: Next): void {
      app.handle(req as Request, res as Response, next);
    } as unknown as App;

    addMembers(app, parts);
    defineClose(app);
    Object.defineProperty(app, kBeforeInit, { value: beforeInit(app, parts) });
    // Each application has its own prototypes, so that extending them does not affect others.
    app.request = createMessagePrototype(
      (parts.createRequestClass ?? createRequestClass)(),
      parts.request,
      app,
    );
    app.response = createMessagePrototype(createResponseClass(), parts.response, app);
    app.init();
    return app;
  };
}

function beforeInit(app: App, { reachesInit, fieldsBeforeInit, methodsBeforeInit }: Parts): BeforeInit {
  return { isReached: () => reachesInit(app), fields: fieldsBeforeInit, methods: methodsBeforeInit };
}

function copyAllMembers(app: App, parts: Parts): void {
  copyMembers(app, EventEmitter.prototype);
  copyMembers(app, parts.application);
}

/** Copies members with their descriptors; own members of the function, such as its name, are kept. */
function copyMembers(app: App, source: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(source))) {
    if (!Object.hasOwn(app, name)) Object.defineProperty(app, name, descriptor);
  }
}
