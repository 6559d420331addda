/**
 * Adds the listeners that read the body of a request, and removes them. With `on` and `removeListener`, which look up each name in
 * records of many shapes, a POST of 1 KB takes 2 % more instructions (Node 26). So all but the listener of `data`, which makes the
 * stream flow, are written into the request's record of listeners, as long as nobody can see how they get there.
 */
import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { type EmitterInternals, findSymbol } from '../node-internals.js';
import { PATCHED_MEANWHILE } from '../response/fast-path/head.js';
import {
  areRequestListenersUnobserved,
  canSelfTest,
  whyNotPristine,
} from '../response/fast-path/pristine.js';

type Listener = (...args: any[]) => void;

/** One function for each event; the same ones are removed. */
export interface BodyListeners {
  readonly onAborted: Listener;
  readonly onClose: Listener;
  readonly onData: Listener;
  readonly onEndOrError: Listener;
}

/** True for emitters whose record of listeners has a fixed shape. Undefined until it has been tried out, and if that has failed. */
let kShapeMode: symbol | undefined;

export function addBodyListeners(stream: Readable, listeners: BodyListeners): void {
  const events = recordOf(stream);
  if (events !== null && hasNone(events)) {
    writeListeners(stream as unknown as EmitterInternals, events, listeners);
    stream.on('data', listeners.onData);
    return;
  }
  stream.on('aborted', listeners.onAborted);
  stream.on('close', listeners.onClose);
  stream.on('data', listeners.onData);
  stream.on('end', listeners.onEndOrError);
  stream.on('error', listeners.onEndOrError);
}

export function removeBodyListeners(stream: Readable, listeners: BodyListeners): void {
  const events = recordOf(stream);
  if (events !== null && hasOnly(events, listeners)) {
    clearListeners(stream as unknown as EmitterInternals, events);
    stream.removeListener('data', listeners.onData);
    return;
  }
  stream.removeListener('aborted', listeners.onAborted);
  stream.removeListener('data', listeners.onData);
  stream.removeListener('end', listeners.onEndOrError);
  stream.removeListener('error', listeners.onEndOrError);
  stream.removeListener('close', listeners.onClose);
}

/** The record of listeners, by event; null if Node has to change it. */
function recordOf(stream: any): Record<string, unknown> | null {
  if (kShapeMode === undefined || stream[kShapeMode] !== true || !areRequestListenersUnobserved(stream))
    return null;
  const events = stream._events;
  return events.newListener === undefined && events.removeListener === undefined ? events : null;
}

function hasNone({ aborted, close, end, error }: Record<string, unknown>): boolean {
  return aborted === undefined && close === undefined && end === undefined && error === undefined;
}

/** Not if others listen to the same events: the record then has arrays. */
function hasOnly({ aborted, close, end, error }: Record<string, unknown>, listeners: BodyListeners): boolean {
  return (
    aborted === listeners.onAborted &&
    close === listeners.onClose &&
    end === listeners.onEndOrError &&
    error === listeners.onEndOrError
  );
}

function writeListeners(
  stream: EmitterInternals,
  events: Record<string, unknown>,
  listeners: BodyListeners,
): void {
  events.aborted = listeners.onAborted;
  events.close = listeners.onClose;
  events.end = listeners.onEndOrError;
  events.error = listeners.onEndOrError;
  stream._eventsCount += 4;
}

function clearListeners(stream: EmitterInternals, events: Record<string, unknown>): void {
  events.aborted = undefined;
  events.close = undefined;
  events.end = undefined;
  events.error = undefined;
  stream._eventsCount -= 4;
}

/** Writes listeners into the record from now on, if Node leaves the same there. Returns why not, or null. */
export function tryBodyListeners(): string | null {
  if (!canSelfTest()) return whyNotPristine() ?? PATCHED_MEANWHILE;
  const [ours, nodes] = [new IncomingMessage(null as never), new IncomingMessage(null as never)] as any[];
  const symbol = findSymbol(nodes, 'shapeMode');
  if (!areRequestListenersUnobserved(nodes)) return 'Something has replaced `on` or `removeListener`.';
  if (symbol === undefined || nodes[symbol] !== true || !writesTheSame(ours, nodes))
    return 'This version of Node stores listeners in a way that maglev does not know.';
  kShapeMode = symbol;
  return null;
}

function writesTheSame(ours: any, nodes: any): boolean {
  const listeners = { onAborted() {}, onClose() {}, onData() {}, onEndOrError() {} };
  const { onAborted, onClose, onEndOrError } = listeners;
  const steps: readonly [event: string, listener: Listener][] = [
    ['aborted', onAborted],
    ['close', onClose],
    ['end', onEndOrError],
    ['error', onEndOrError],
  ];
  if (!hasNone(ours._events)) return false;
  writeListeners(ours, ours._events, listeners);
  for (const [event, listener] of steps) nodes.on(event, listener);
  if (!hasOnly(nodes._events, listeners) || !hasSameListeners(ours, nodes)) return false;
  clearListeners(ours, ours._events);
  for (const [event, listener] of steps) nodes.removeListener(event, listener);
  return hasSameListeners(ours, nodes);
}

function hasSameListeners(one: any, other: any): boolean {
  return (
    one._eventsCount === other._eventsCount &&
    isDeepStrictEqual(one._events, other._events) &&
    isDeepStrictEqual(Object.keys(one._events), Object.keys(other._events))
  );
}
