import { askRoutes } from './ask.js';
import type { InspectInput, Inspection } from './inspection.js';
import { rowsOf } from './rows.js';
import { run as inspect } from './task.js';

export { prepare } from './task.js';

/** The task of task.ts, after every application has been asked for its pages. */
export async function run(
  app: any,
  input: InspectInput,
  tell: unknown,
  others: readonly any[],
): Promise<Inspection> {
  for (const one of [app, ...others]) await askRoutes(one, rowsOf(inspect(one, input)));
  return inspect(app, input, tell, others);
}
