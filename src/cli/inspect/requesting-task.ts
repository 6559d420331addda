import type { InspectInput, Inspection } from './inspection.js';
import { requestRoutes } from './request-routes.js';
import { rowsOf } from './rows.js';
import { run as inspect } from './task.js';

export { prepare } from './task.js';

/** The task of task.ts, after requests to the routes of every application. */
export async function run(
  app: any,
  input: InspectInput,
  report: unknown,
  others: readonly any[],
): Promise<Inspection> {
  for (const one of [app, ...others]) await requestRoutes(one, rowsOf(inspect(one, input)));
  return inspect(app, input, report, others);
}
