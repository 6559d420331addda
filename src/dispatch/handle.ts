import type { Next } from '../registration/layer.js';
import type { RouterLike } from '../registration/router.js';
import type { Table } from '../registration/table.js';
import { Frame } from './frame.js';
import { resumeMount } from './mount.js';

/** Runs a request through a router; `callback` gets whatever is not answered. */
export function handle(router: RouterLike, table: Table, req: any, res: any, callback: Next): void {
  const frame = new Frame(router, table, req, res, callback);
  resumeMount(frame);
  frame.next();
}
