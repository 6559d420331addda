import type { Frame } from './frame.js';

/**
 * Ends the router: answers OPTIONS if nobody did, or hands back what it found with everything restored. Returns what the
 * callback does, for those who wait for what `next` returns.
 */
export function finish(frame: Frame, error: unknown): unknown {
  const { allowed } = frame;
  if (allowed === null || error || allowed.length === 0) {
    return leave(frame, error);
  }
  try {
    const { line } = frame.table;
    line.answerOptions(frame.res, line.allow(allowed));
    return undefined;
  } catch (thrown) {
    return leave(frame, thrown);
  }
}

function leave(frame: Frame, error: unknown): unknown {
  const { req } = frame;
  req.baseUrl = frame.savedUrl;
  req.next = frame.savedNext;
  req.params = frame.parentParams;
  // Called by itself: it is not a method of the frame.
  const { callback } = frame;
  return callback(error);
}
