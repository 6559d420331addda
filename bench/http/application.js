/**
 * Applications as data, which each subject builds in its own way:
 *
 *   { middlewares: [name], routes: [route], routers: [application with a path], files: { path, folder }, errors: true }
 *
 * A route is { method, path, from, send, value }: `value(input)` is sent as 'text' or 'json', where `from` names the
 * input: 'params', 'query', 'body', 'user' or 'nothing'. Middlewares are 'step' (which only counts), 'json', 'form',
 * 'cookies', 'headers' and 'auth'. With `errors` what a handler throws is answered as JSON with status 500.
 */

export function application(parts) {
  return { middlewares: [], routes: [], routers: [], files: undefined, errors: false, ...parts };
}

export function router(path, parts) {
  return { ...application(parts), path };
}

export function route(method, path, send, from, value) {
  return { method, path, send, from, value };
}

/** All routes with whole paths, for subjects without routers in routers. */
export function flatten({ path = '', routes, routers }) {
  const inner = [...routes, ...routers.flatMap((one) => flatten({ ...one }))];
  return inner.map((one) => ({ ...one, path: path + one.path }));
}

/** All middlewares as [path, name] in order of registration, for the same subjects. */
export function flatMiddlewares({ path = '', middlewares, routers }) {
  const inner = [...middlewares.map((name) => ['', name]), ...routers.flatMap(flatMiddlewares)];
  return inner.map(([below, name]) => [path + below, name]);
}
