import type { Frame } from './frame.js';

/**
 * Ends the request in this router: answers OPTIONS if no layer did, and otherwise calls the router's callback. Returns what
 * the callback returns, because `next()` returns it to the handler.
 */
export function finishRouter(frame: Frame, error: unknown): unknown {
  const { allowed } = frame;
  if (allowed === null || error || allowed.length === 0) {
    return exitRouter(frame, error);
  }
  try {
    const { line } = frame.table;
    line.answerOptions(frame.res, line.allow(allowed));
    return undefined;
  } catch (thrown) {
    return exitRouter(frame, thrown);
  }
}

/** Gives the request back what the parent router had set on it, and calls the router's callback. */
function exitRouter(frame: Frame, error: unknown): unknown {
  const { req } = frame;
  req.baseUrl = frame.parentBaseUrl;
  req.next = frame.parentNext;
  req.params = frame.parentParams;
  // Not `frame.callback(error)`, which would give users the frame as `this`.
  const { callback } = frame;
  return callback(error);
}
