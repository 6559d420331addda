/** The middlewares of an application for frameworks that call `(req, res, next)`. */
import type { Handler, Parsed, Parsers } from '../../framework.js';
import { load } from '../../peers.js';
import type { InputName, MiddlewareName } from '../application.js';
import { SAFE_HEADERS, step, userOf } from '../work.js';

/** `parsers` are the framework's own `json()` and `urlencoded()`. */
export function middlewareOf(name: MiddlewareName, parsers: Pick<Parsers, 'json' | 'urlencoded'>): Handler {
  if (name === 'step') return createStep();
  if (name === 'json') return parsers.json();
  if (name === 'form') return parsers.urlencoded({ extended: true });
  // Loaded on demand: few scenarios need it, and it may not be installed.
  if (name === 'cookies') return load('cookie-parser')();
  return { headers, auth }[name];
}

/** Creates a new function each time, because real middlewares are different functions. */
function createStep(): Handler {
  return (_req, _res, next) => {
    step();
    next();
  };
}

const headers: Handler = (_req, res, next) => {
  for (const [name, value] of SAFE_HEADERS) res.setHeader(name, value);
  next();
};

const auth: Handler = (req, res, next) => {
  req.user = userOf(req.cookies.session);
  if (req.user !== undefined) return next();
  res.statusCode = 401;
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end('Who are you?');
};

/** The inputs of handlers, for frameworks that set them on the request under the usual names. */
export const inputs: Record<InputName, (req: Parsed) => unknown> = {
  nothing: () => undefined,
  url: (req) => req.url,
  params: (req) => req.params,
  query: (req) => req.query,
  body: (req) => req.body,
  user: (req) => req.user,
};
