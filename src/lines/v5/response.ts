import type { Response } from 'express-serve-static-core';
import { removeFunctionNames } from '../../function-names.js';
import { createBody } from '../../response/body.js';
import { clearCookie, createCookie } from '../../response/cookies.js';
import { createResponsePrototype } from '../../response/fast-path/set-header.js';
import { attachment, createFiles } from '../../response/files.js';
import { append, createHeaders, get, location, vary } from '../../response/headers.js';
import { createJson, jsonp } from '../../response/json.js';
import { createFormat } from '../../response/negotiation.js';
import { redirect } from '../../response/redirect.js';
import { render } from '../../response/render.js';
import { status } from '../../response/status.js';
import { responseLine5 } from './response-line.js';

const { header, contentType, links } = createHeaders(responseLine5);
const headerMembers = { header, contentType, get };
const { send, sendStatus } = createBody(responseLine5, headerMembers);
const { sendFile, download } = createFiles(responseLine5);

/** The prototype of responses, from which each application derives its own. */
const response: Response = createResponsePrototype();

const members: Record<string, (this: Response, ...args: any[]) => unknown> = {
  status,
  links,
  send,
  json: createJson(headerMembers),
  jsonp,
  sendStatus,
  sendFile,
  download,
  type: contentType,
  contentType,
  format: createFormat(responseLine5),
  attachment,
  append,
  header,
  set: header,
  get,
  clearCookie,
  cookie: createCookie(responseLine5),
  location,
  redirect,
  vary,
  render,
};

Object.assign(response, members);
removeFunctionNames('response', response);

export default response;
