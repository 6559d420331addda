import { ServerResponse } from 'node:http';
import type { Response } from 'express-serve-static-core';
import { hideNames } from '../nameless.js';
import { createBody } from './body.js';
import { clearCookie, createCookie } from './cookies.js';
import { attachment, createFiles } from './files.js';
import { append, createHeaders, get, location, vary } from './headers.js';
import { createJson, jsonp } from './json.js';
import { line5 } from './line.js';
import { createFormat } from './negotiation.js';
import { redirect } from './redirect.js';
import { render } from './render.js';
import { status } from './status.js';

const { header, contentType, links } = createHeaders(line5);
const own = { header, contentType, get };
const { send, sendStatus } = createBody(line5, own);
const { sendFile, download } = createFiles(line5);

/** What every response inherits; each application derives a prototype of its own from it. */
const response: Response = Object.create(ServerResponse.prototype);

const members: Record<string, (this: Response, ...args: any[]) => unknown> = {
  status,
  links,
  send,
  json: createJson(own),
  jsonp,
  sendStatus,
  sendFile,
  download,
  type: contentType,
  contentType,
  format: createFormat(line5),
  attachment,
  append,
  header,
  set: header,
  get,
  clearCookie,
  cookie: createCookie(line5),
  location,
  redirect,
  vary,
  render,
};

Object.assign(response, members);
hideNames('response', response);

export default response;
