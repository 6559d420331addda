import { ServerResponse } from 'node:http';
import type { Response } from 'express-serve-static-core';
import { send, sendStatus } from './body.js';
import { clearCookie, cookie } from './cookies.js';
import { attachment, download, sendFile } from './files.js';
import { append, contentType, get, header, links, location, vary } from './headers.js';
import { json, jsonp } from './json.js';
import { format } from './negotiation.js';
import { redirect } from './redirect.js';
import { render } from './render.js';
import { status } from './status.js';

/** What every response inherits; each application derives a prototype of its own from it. */
const response: Response = Object.create(ServerResponse.prototype);

const members: Record<string, (this: Response, ...args: any[]) => unknown> = {
  status,
  links,
  send,
  json,
  jsonp,
  sendStatus,
  sendFile,
  download,
  type: contentType,
  contentType,
  format,
  attachment,
  append,
  header,
  set: header,
  get,
  clearCookie,
  cookie,
  location,
  redirect,
  vary,
  render,
};

export default Object.assign(response, members);
