import { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Response } from 'express-serve-static-core';
import { hideNames } from '../nameless.js';
import { createCookie } from '../response/cookies.js';
import { createFiles } from '../response/files.js';
import { append, get } from '../response/headers.js';
import { createFormat } from '../response/negotiation.js';
import { render } from '../response/render.js';
import { clearCookie, json, jsonp, location, redirect, send, sendfile, status, vary } from './deprecated4.js';
import { headers4, line4, sendStatus } from './response-line4.js';

const { sendFile, download } = createFiles(line4);
const { header, contentType, links } = headers4;

type Members = Record<string, (this: Response, ...args: any[]) => unknown>;

const members: Members = {
  status,
  links,
  send,
  json,
  jsonp,
  sendStatus,
  sendFile,
  sendfile,
  download,
  type: contentType,
  contentType,
  format: createFormat(line4),
  attachment,
  append,
  header,
  set: header,
  get,
  clearCookie,
  cookie: createCookie(line4),
  location,
  redirect,
  vary,
  render,
};

/** What responses of 4.x inherit, in the order in which Express lists it. */
const response: Response = Object.assign(Object.create(ServerResponse.prototype), members);

hideNames('response', response);

export default response;

/** @example res.attachment('logo.png'); */
function attachment(this: Response, filename?: string): Response {
  if (filename) this.type(path.extname(filename));
  this.set('Content-Disposition', line4.disposition(filename as string));
  return this;
}
