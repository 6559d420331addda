/**
 * Stops piping a request, as older versions of finalhandler do: requests of tests, which may have no `unpipe`, only need to be event
 * emitters. The parameter is called `stream`, because the error has its name in the message if they are not.
 */
export function unpipe(stream: any): void {
  if (typeof stream.unpipe === 'function') {
    stream.unpipe();
    return;
  }
  if (!stream.listeners('data').some((listener: { name: string }) => listener.name === 'ondata')) return;
  for (const listener of stream.listeners('close')) {
    if (listener.name === 'cleanup' || listener.name === 'onclose') listener.call(stream);
  }
}

/** Calls a function that calls `req.unpipe`, also if the request has no such property. */
export function callWithUnpipe(req: any, call: () => void): void {
  if ('unpipe' in req || !Object.isExtensible(req)) {
    call();
    return;
  }
  const value = (): void => {
    delete req.unpipe;
    unpipe(req);
  };
  Object.defineProperty(req, 'unpipe', { configurable: true, value });
  try {
    call();
  } finally {
    delete req.unpipe;
  }
}
