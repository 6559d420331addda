import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import url from 'node:url';
import encodeUrl from 'encodeurl';
import escapeHtml from 'escape-html';
import parseUrl from 'parseurl';
import type send from 'send';
import type { SendOptions, SendStream } from 'send';
import { canReadAtOnce, readAtOnce } from './response/fast-path/small-file.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { resolve } = path;

type Next = (error?: unknown) => void;
type DirectoryListener = (this: SendStream, res: ServerResponse) => void;
type Options = Record<string, any> | null | undefined;

/**
 * Creates `static` with a version of send, which determines dotfiles, types and ranges, and a listener that redirects from a
 * folder to its path with a trailing slash.
 */
export function createStatic(createStream: typeof send, redirectToFolder?: DirectoryListener) {
  /**
   * Serve the files below a folder.
   *
   * @example app.use(maglev.static('public', { maxAge: '1d' }));
   */
  return function serveStatic(root: string, options?: Options) {
    requireRoot(root);
    const settings = readOptions(root, options);
    const { setHeaders } = settings;
    const fallsThrough = settings.fallthrough !== false;
    const readsAtOnce = canReadAtOnce(settings);
    const onDirectory: DirectoryListener =
      settings.redirect === false ? notFound : (redirectToFolder ?? redirect);

    return function serveStatic(req: IncomingMessage, res: ServerResponse, next: Next): void {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        if (fallsThrough) next();
        else refuseMethod(res);
        return;
      }
      // With `fallthrough`, errors of the client go to the next layer until a file has been found.
      let forwardsErrors = !fallsThrough;
      const stream = createStream(req, pathOf(req), settings as SendOptions);
      stream.on('directory', onDirectory);
      if (setHeaders) stream.on('headers', setHeaders);
      if (fallsThrough) {
        stream.on('file', () => {
          forwardsErrors = true;
        });
      }
      stream.on('error', (error: any) => {
        if (forwardsErrors || !(error.statusCode < 500)) next(error);
        else next();
      });
      if (readsAtOnce) readAtOnce(stream, res);
      stream.pipe(res);
    };
  };
}

function requireRoot(root: unknown): void {
  if (!root) throw new TypeError('root path required');
  if (typeof root !== 'string') throw new TypeError('root path must be a string');
}

/** Derived, not spread: inherited options count, and the caller's object is not changed. */
function readOptions(root: string, options: Options): Record<string, any> {
  const settings = Object.create(options || null);
  if (settings.setHeaders && typeof settings.setHeaders !== 'function') {
    throw new TypeError('option setHeaders must be function');
  }
  settings.maxage = settings.maxage || settings.maxAge || 0;
  settings.root = resolve(root);
  return settings;
}

/** The path is empty at a mount path without a trailing slash, so that send redirects. */
function pathOf(req: IncomingMessage): string {
  const original = parseUrl.original(req);
  const { pathname } = parseUrl(req);
  const isBareMount = pathname === '/' && original.pathname!.at(-1) !== '/';
  return isBareMount ? '' : pathname!;
}

function refuseMethod(res: ServerResponse): void {
  res.statusCode = 405;
  res.setHeader('Allow', 'GET, HEAD');
  res.setHeader('Content-Length', '0');
  res.end();
}

const notFound: DirectoryListener = function () {
  this.error(404);
};

const redirect: DirectoryListener = function (res) {
  if (this.hasTrailingSlash()) {
    this.error(404);
    return;
  }
  const target = parseUrl.original((this as unknown as { req: IncomingMessage }).req);
  // Two leading slashes would name another host.
  target.pathname = `${target.pathname}/`.replace(/^\/{2,}/, '/');
  target.path = null;
  const location = encodeUrl(url.format(target));
  const page = redirectPage(location);

  res.statusCode = 301;
  res.setHeader('Content-Type', 'text/html; charset=UTF-8');
  res.setHeader('Content-Length', Buffer.byteLength(page));
  res.setHeader('Content-Security-Policy', "default-src 'none'");
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Location', location);
  res.end(page);
};

function redirectPage(location: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Redirecting</title>
</head>
<body>
<pre>Redirecting to ${escapeHtml(location)}</pre>
</body>
</html>
`;
}
