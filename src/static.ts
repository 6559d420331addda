import { closeSync, fstatSync, open, read, type Stats } from 'node:fs';
import { type IncomingMessage, OutgoingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import url from 'node:url';
import encodeUrl from 'encodeurl';
import escapeHtml from 'escape-html';
import parseUrl from 'parseurl';
import send, { type SendOptions, type SendStream } from 'send';
import { end, endWith } from './response/ending.js';
import { makeLast, watchLength } from './response/shortage.js';

type Next = (error?: unknown) => void;
type DirectoryListener = (this: SendStream, res: ServerResponse) => void;
type Options = Record<string, any> | null | undefined;

/**
 * Makes `static` over a version of send, which decides about dotfiles, types and ranges, and a way to send browsers from
 * a folder's name to the name with a slash.
 */
export function createStatic(createStream: typeof send, toFolder?: DirectoryListener) {
  /**
   * Serve the files below a folder.
   *
   * @example app.use(maglev.static('public', { maxAge: '1d' }));
   */
  return function serveStatic(root: string, options?: Options) {
    requireRoot(root);
    const settings = settingsOf(root, options);
    const { setHeaders } = settings;
    const fallsThrough = settings.fallthrough !== false;
    const onDirectory: DirectoryListener = settings.redirect === false ? notFound : (toFolder ?? redirect);

    return function serveStatic(req: IncomingMessage, res: ServerResponse, next: Next): void {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        if (fallsThrough) next();
        else refuseMethod(res);
        return;
      }
      // Until a file is found, an error of the client's means that somebody else may know better.
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
      Object.assign(stream, READING);
      stream.pipe(res);
    };
  };
}

export default createStatic(send);

/** Node's own, from before anybody could replace it. */
const { write } = OutgoingMessage.prototype;

/** Up to this size, which is what Node streams at a time, a file is read in one go. */
const SMALL = 64 * 1024;

/** The members of send's streams that its types leave out. */
interface Sender {
  req: IncomingMessage;
  res: ServerResponse;
  /** Of the file that is about to be sent, until somebody takes it over. */
  descriptor: number | null;
  emit(event: 'file', file: string, stat: Stats): void;
  send(file: string, stat: Stats): void;
  sendFile(file: string): void;
  stream(file: string, range: Range): void;
  onStatError(error: NodeJS.ErrnoException): void;
}

/** Both ends included. */
interface Range {
  start: number;
  end: number;
  fd?: number;
}

/**
 * What takes the place of the methods of send's streams by which they find and read a file. A file is opened at once,
 * asked about itself, and read in one go: two trips to the thread pool instead of five. What cannot be opened, or is no
 * file, is left to send.
 */
const READING: Pick<Sender, 'descriptor' | 'sendFile' | 'stream'> = {
  descriptor: null,

  sendFile(this: Sender, file) {
    if (!expectsBytes(this.req)) {
      original(this).sendFile.call(this, file);
      return;
    }
    open(file, 'r', (error, descriptor) => {
      const stat = error ? null : statOf(descriptor);
      if (stat === null) original(this).sendFile.call(this, file);
      else sendOpened(this, file, stat, descriptor);
    });
  },

  /** Sends part of a file whose headers are set. */
  stream(this: Sender, file, range) {
    const descriptor = takeDescriptor(this);
    if (range.end - range.start >= SMALL) {
      if (descriptor !== null) range.fd = descriptor;
      watchLength(this as unknown as SendStream, this.res);
      original(this).stream.call(this, file, range);
    } else if (descriptor === null) {
      open(file, 'r', (error, opened) => {
        if (error) this.onStatError(error);
        else sendRange(this, opened, range);
      });
    } else {
      sendRange(this, descriptor, range);
    }
  },
};

function original(sender: Sender): Sender {
  return Object.getPrototypeOf(sender);
}

/** A file need not be opened to say that it has not changed. */
function expectsBytes({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && headers['if-none-match'] === undefined && headers['if-modified-since'] === undefined
  );
}

/**
 * Null, and the descriptor closed, if it is not that of a file. The kernel knows an open file by heart: neither asking
 * about it nor closing it is worth a trip to the thread pool.
 */
function statOf(descriptor: number): Stats | null {
  try {
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return stat;
  } catch {
    // Whoever asks next will say what is wrong.
  }
  close(descriptor);
  return null;
}

function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It was only read from: nothing is lost.
  }
}

function sendOpened(sender: Sender, file: string, stat: Stats, descriptor: number): void {
  sender.descriptor = descriptor;
  try {
    sender.emit('file', file, stat);
    sender.send(file, stat);
  } finally {
    // An answer without bytes, or an error of the application's.
    const unused = takeDescriptor(sender);
    if (unused !== null) close(unused);
  }
}

function takeDescriptor(sender: Sender): number | null {
  const { descriptor } = sender;
  sender.descriptor = null;
  return descriptor;
}

/** Reads the range, closes the file and ends the answer. */
function sendRange(sender: Sender, descriptor: number, { start, end }: Range): void {
  const bytes = Buffer.allocUnsafe(end - start + 1);
  fill(descriptor, bytes, 0, start, (error, count) => {
    close(descriptor);
    if (error) {
      sender.onStatError(error);
      return;
    }
    // A file that has shrunk meanwhile gives less, as it would give a stream.
    if (count < bytes.length) makeLast(sender.res);
    give(sender.res, bytes.subarray(0, count));
  });
}

/** Who has taken the place of `write` or `end` is called as a stream would call them: logs tell the two apart. */
function give(res: ServerResponse, bytes: Buffer): void {
  if (res.write === write && res.end === end) {
    endWith(res, bytes);
    return;
  }
  if (bytes.length > 0) res.write(bytes);
  res.end();
}

/** Reads until the buffer is full or the file at its end: one read may give less than it was asked for. */
function fill(
  descriptor: number,
  bytes: Buffer,
  filled: number,
  start: number,
  done: (error: NodeJS.ErrnoException | null, count: number) => void,
): void {
  read(descriptor, bytes, filled, bytes.length - filled, start + filled, (error, count) => {
    const total = filled + count;
    if (error || count === 0 || total === bytes.length) done(error, error ? 0 : total);
    else fill(descriptor, bytes, total, start, done);
  });
}

function requireRoot(root: unknown): void {
  if (!root) throw new TypeError('root path required');
  if (typeof root !== 'string') throw new TypeError('root path must be a string');
}

/** Derived, not spread: options given through a prototype count, and the caller's object stays as it was. */
function settingsOf(root: string, options: Options): Record<string, any> {
  const settings = Object.create(options || null);
  if (settings.setHeaders && typeof settings.setHeaders !== 'function') {
    throw new TypeError('option setHeaders must be function');
  }
  settings.maxage = settings.maxage || settings.maxAge || 0;
  settings.root = path.resolve(root);
  return settings;
}

/** At a mount point without its slash the path is empty, so that the folder itself redirects. */
function pathOf(req: IncomingMessage): string {
  const { pathname } = parseUrl(req);
  const isBareMount = pathname === '/' && !parseUrl.original(req).pathname!.endsWith('/');
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
  // Two slashes in front would name another host.
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
