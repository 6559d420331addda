/**
 * Tries out the fast paths on this Node, and says which of them are on. That takes some milliseconds, so it is not done when maglev is
 * loaded, and not in a request: it runs between requests, one step at a time. Until then, responses go the way that Express takes.
 */
import { runToEnd, type Steps } from '../compiler/steps.js';
import type { FastPath } from './contracts/fast-path.js';
import { tryNotFound } from './dispatch/final.js';
import { isFastPathEnabled, OFF_BY_USER } from './node-internals.js';
import { tryBodyListeners } from './request/body-listeners.js';
import { tryEnd } from './response/fast-path/end.js';
import { leaveUntried, PATCHED_MEANWHILE, trial, tryHeaders } from './response/fast-path/head.js';
import { canSelfTest, detectPristine, whyNotPristine } from './response/fast-path/pristine.js';
import { tryHead } from './response/fast-path/serialize-head.js';
import { tryFiles } from './response/fast-path/small-file.js';
import { enableConnections } from './server/connection.js';
import { findEarlyMembers, getEarlyMembers } from './server/early-names.js';
import { findExchangeInternals } from './server/sample-exchange.js';
import { afterEvents, setTimeout } from './timers.js';

/** Those that are tried out together; the others are tried out on first use. */
const TOGETHER = ['messages', 'headers', 'head', 'body', 'connections', 'bodies'] as const;
type Reasons = Readonly<Record<(typeof TOGETHER)[number], string | null>>;

/** Why they are off; null for those that are on. */
let reasons = sameFor('It has not been tried out yet.');

function sameFor(reason: string): Reasons {
  return Object.fromEntries(TOGETHER.map((name) => [name, reason])) as Reasons;
}

function* tryResponses(): Steps<void> {
  try {
    if (isFastPathEnabled) yield* tryOneByOne();
    else reasons = sameFor(OFF_BY_USER);
  } catch (error) {
    // An error that is thrown in a timer would end the process.
    reasons = sameFor(`Trying it out has failed: ${(error as Error)?.message}`);
  } finally {
    leaveUntried();
  }
}

function* tryOneByOne(): Steps<void> {
  yield* detectPristine();
  yield;
  const headers = tryHeaders();
  yield;
  const head = tryHead();
  yield;
  const body = tryEnd();
  yield;
  const messages = tryMessages();
  yield;
  const bodies = tryBodyListeners();
  yield;
  reasons = {
    messages,
    headers,
    head,
    body,
    connections: messages ?? headers ?? head ?? body ?? tryConnections(),
    bodies,
  };
}

const steps = tryResponses();
let isStarted = false;

/** How long a server listens before, in milliseconds: trying them out pays off in long-running processes only. */
const REST_BEFORE_TRIAL = 250;

/** Tries them out soon. Does not keep the process alive. */
export function tryFastPathsSoon(delay = REST_BEFORE_TRIAL): void {
  if (!isStarted) setTimeout(startTrial, delay).unref();
}

function startTrial(): void {
  if (isStarted) return;
  isStarted = true;
  runStep();
}

function runStep(): void {
  if (!steps.next().done) afterEvents(runStep);
}

trial.start = () => tryFastPathsSoon(0);

/** Tries them out now. */
export function tryFastPaths(): void {
  runToEnd(steps);
}

/** Tries them out now, and returns which are on. */
export function fastPaths(): FastPath[] {
  tryFastPaths();
  const { messages, headers, head, body, connections, bodies } = reasons;
  return [
    describe('messages', messages),
    describe('headers', headers),
    describe('head', head),
    describe('body', body),
    describe('notFound', headers ?? tryNotFound()),
    describe('files', tryFiles()),
    describe('connections', connections),
    describe('bodies', bodies),
  ];
}

function describe(name: FastPath['name'], reason: string | null): FastPath {
  return { name, on: reason === null, reason };
}

/** Returns why connections are left to Node, or null. */
function tryConnections(): string | null {
  if (!canSelfTest()) return PATCHED_MEANWHILE;
  const found = findExchangeInternals();
  if (typeof found === 'string') return found;
  enableConnections(found);
  return null;
}

/** Returns why servers do not create the application's own messages, or null: they do, at the latest from now on. */
function tryMessages(): string | null {
  // Recording the names, on versions of Node where that is needed, must be seen by nobody.
  if (getEarlyMembers() !== null) return findEarlyMembers();
  const reason = whyNotPristine() ?? (canSelfTest() ? null : PATCHED_MEANWHILE);
  return reason ?? findEarlyMembers();
}
