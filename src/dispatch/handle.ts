import type { Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import { createFrame } from './frame.js';
import { resumeMount } from './mount.js';
import { start } from './run.js';
import { lookForSubscribers } from './trace.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  lookForSubscribers();
  const frame = createFrame(router, table, req, res, callback);
  resumeMount(frame);
  start(frame);
}
