/**
 * Records what a program can see of an exchange: every field of both messages and of the socket at several moments, and each event with
 * its tick. An exchange that the connection's fast path handles has to leave the same record as one that Node handles.
 */
import type http from 'node:http';
import net from 'node:net';
import { listening } from '../support/api.js';

export type Entry = string;

/** Where a program looks at the messages, and how. */
export interface Recorder {
  /** Notes something. */
  note(text: string): void;
  /** Notes the fields of both messages and of the socket, without touching the listeners of the response. */
  look(label: string, req: any, res: any): void;
  /** The same, and the listeners of the response. */
  lookAtEvents(label: string, req: any, res: any): void;
  /** Notes what is emitted. */
  listen(req: any, res: any): void;
  /** Notes the fields in each of the ticks that follow, and in the turns of the event loop after them. */
  watch(label: string, req: any, res: any): void;
  /** Resets the connection of the client. */
  reset(): void;
}

const TICKS = 8;
const TURNS = 4;

export function createRecorder(entries: Entry[]): Omit<Recorder, 'reset'> {
  const note = (text: string): void => void entries.push(text);
  const look = (label: string, req: any, res: any): void =>
    note(
      `${label}: ${JSON.stringify([fieldsOf(req, REQUEST), fieldsOf(res, RESPONSE), socketFields(req, res)])}`,
    );
  return {
    note,
    look,
    lookAtEvents(label, req, res) {
      note(`${label}: ${listenersOf(res)}`);
      look(label, req, res);
    },
    listen(req, res) {
      for (const event of ['data', 'end', 'close', 'error', 'aborted', 'readable', 'pause', 'resume'])
        if (event !== 'data' && event !== 'readable') req.on(event, () => note(`req ${event}`));
      for (const event of ['prefinish', 'finish', 'close', 'error', 'drain', 'socket', 'pipe', 'timeout'])
        res.on(event, () => note(`res ${event}`));
    },
    watch(label, req, res) {
      let tick = 0;
      const onTick = (): void => {
        // A request is closed one or two ticks earlier than by Node.
        note(`${label}, tick ${++tick}: ${fieldsOf(res, RESPONSE)}, ${socketFields(req, res, false)}`);
        if (tick < TICKS) process.nextTick(onTick);
      };
      process.nextTick(onTick);
      Promise.resolve().then(() => look(`${label}, microtask`, req, res));
      let turn = 0;
      const onTurn = (): void => {
        look(`${label}, turn ${++turn}`, req, res);
        if (turn < TURNS) setImmediate(onTurn);
      };
      setImmediate(onTurn);
    },
  };
}

const REQUEST = [
  'aborted',
  'closed',
  'complete',
  'destroyed',
  'errored',
  'httpVersion',
  'method',
  'readable',
  'readableAborted',
  'readableDidRead',
  'readableEnded',
  'readableFlowing',
  'readableLength',
  'upgrade',
  'url',
  '_dumped',
];
const RESPONSE = [
  'closed',
  'destroyed',
  'errored',
  'finished',
  'headersSent',
  'sendDate',
  'shouldKeepAlive',
  'statusCode',
  'statusMessage',
  'strictContentLength',
  'writable',
  'writableCorked',
  'writableEnded',
  'writableFinished',
  'writableHighWaterMark',
  'writableLength',
  'writableNeedDrain',
  '_contentLength',
  '_hasBody',
  '_headerSent',
  '_keepAliveTimeout',
  '_last',
  '_maxRequestsPerSocket',
  'outputSize',
];

function fieldsOf(message: any, names: readonly string[]): unknown[] {
  const keys = Object.keys(message).join();
  return [keys, ...names.map((name) => `${name}=${String(message[name])}`)];
}

const SOCKET_EVENTS = ['close', 'data', 'drain', 'end', 'error', 'finish', 'pause', 'resume', 'timeout'];

function socketFields(req: any, res: any, hasParser = true): string {
  const { socket } = req;
  const response = socket._httpMessage;
  return JSON.stringify([
    res.socket === socket ? 'assigned' : String(res.socket),
    response === res
      ? 'its response'
      : response === null
        ? 'none'
        : response === undefined
          ? 'none'
          : 'another',
    !hasParser
      ? ''
      : socket.parser
        ? socket.parser.incoming === req
          ? 'its request'
          : socket.parser.incoming === null
            ? 'no request'
            : 'another'
        : 'no parser',
    socket.timeout,
    socket.destroyed,
    socket.writable,
    socket.writableLength,
    socket.writableCorked,
    socket._paused,
    ...SOCKET_EVENTS.map((event) => `${event}:${socket.listeners(event).map((one: any) => one.name)}`),
  ]);
}

function listenersOf(res: any): string {
  return res
    .eventNames()
    .map((event: string) => `${event}:${res.listeners(event).map((one: any) => one.name)}`)
    .join();
}

/** One connection with everything that a client sends and gets. */
export async function runExchange(
  server: http.Server,
  entries: Entry[],
  client: (socket: net.Socket, received: () => string) => Promise<void>,
): Promise<void> {
  const port = await listening(server);
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (data) => (received += data.toString('latin1')));
  let error = '';
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (error = String(code)));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await client(socket, () => received);
  const { readableEnded } = socket;
  socket.destroy();
  await closed;
  entries.push(`client: ${readableEnded ? 'ended' : 'open'} ${error}`);
  // How much of a long response has arrived by then is not certain.
  if (received.length < 100_000) entries.push(`client got: ${received.replace(/Date: [^\r]*/g, 'Date: *')}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  // The events of the connection come after that.
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
}
