import type { Frame } from './frame.js';

/** Ends the router: answers OPTIONS if nobody did, or hands back what it found with everything restored. */
export function finish(frame: Frame, error: unknown): void {
  const { allowed } = frame;
  if (allowed === null || error || allowed.length === 0) {
    leave(frame, error);
    return;
  }
  try {
    const { line } = frame.table;
    line.answerOptions(frame.res, line.allow(allowed));
  } catch (thrown) {
    leave(frame, thrown);
  }
}

function leave(frame: Frame, error: unknown): void {
  const { req } = frame;
  req.baseUrl = frame.savedUrl;
  req.next = frame.savedNext;
  req.params = frame.parentParams;
  frame.callback(error);
}
