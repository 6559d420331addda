import type { Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import { createFrame, UNREAD } from './frame.js';
import { finish } from './leave.js';
import { resumeMount } from './mount.js';
import { locate, proceed } from './run.js';
import { lookForSubscribers } from './trace.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  resumeMount(frame);
  if (frame.stack.length === 0) {
    setImmediate(finish, frame, undefined);
    return;
  }
  frame.sync = 1;
  // The request is as the frame has just read it.
  if (frame.version === UNREAD) locate(frame, frame.url, frame.method);
  proceed(frame, undefined);
}
