/**
 * What Node's responses are made of, to compare with: the shortcuts of this folder skip calls that a wrapper would see,
 * so they are taken only where there is none. Each is null if somebody replaced it before maglev was loaded.
 */
import diagnostics from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { OutgoingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { isNodeFunction } from './node-function.js';

const outgoing = OutgoingMessage.prototype as any;
const serverResponse = ServerResponse.prototype as any;

export const originalEnd = original(outgoing, 'end', '_http_outgoing');
export const originalWrite = original(outgoing, 'write', '_http_outgoing');
export const originalSetHeader = original(outgoing, 'setHeader', '_http_outgoing');
export const originalGetHeader = original(outgoing, 'getHeader', '_http_outgoing');
export const originalRemoveHeader = original(outgoing, 'removeHeader', '_http_outgoing');
export const originalStoreHeader = original(outgoing, '_storeHeader', '_http_outgoing');
export const originalWriteHead = original(serverResponse, 'writeHead', '_http_server');
export const originalImplicitHeader = original(serverResponse, '_implicitHeader', '_http_server');
const originalSend = original(outgoing, '_send', '_http_outgoing');
const originalWriteRaw = original(outgoing, '_writeRaw', '_http_outgoing');
const originalEmit = original(EventEmitter.prototype, 'emit', 'events');
const originalSocketWrite = original(Duplex.prototype, 'write', 'internal/streams/writable');

/** Whether nothing sees how a response is written to its socket, but Node's own code. */
export function isUnwatched(res: any): boolean {
  return (
    res.end === originalEnd &&
    res._send === originalSend &&
    res._writeRaw === originalWriteRaw &&
    res.emit === originalEmit &&
    res.socket?.write === originalSocketWrite
  );
}

/**
 * Whether a response that is made to try something out is seen by nobody: all members that its life can touch are
 * Node's, and nobody is told of new responses.
 */
export function canProbe(): boolean {
  return (
    hasOriginals(outgoing, '_http_outgoing') &&
    hasOriginals(serverResponse, '_http_server') &&
    originalEmit !== null &&
    originalSocketWrite !== null &&
    !diagnostics.channel('http.server.response.created').hasSubscribers
  );
}

function hasOriginals(prototype: object, module: string): boolean {
  return Object.getOwnPropertyNames(prototype).every((name) => {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name)!;
    // Deprecated members are wrapped by Node itself, and no shortcut uses one.
    return (
      typeof value !== 'function' ||
      name === 'constructor' ||
      isNodeFunction(value, module) ||
      isDeprecated(value)
    );
  });
}

function isDeprecated(value: (...args: unknown[]) => unknown): boolean {
  return isNodeFunction(value, 'internal/util');
}

function original(prototype: any, name: string, module: string): any {
  const member = prototype[name];
  return isNodeFunction(member, module) ? member : null;
}
