import { runInApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import type { InspectInput, Inspection } from './inspection.js';

const TASK = new URL('./task.js', import.meta.url);

/** Loads an application and inspects it; explains a request, or looks at its code, on demand. */
export function inspectApp(app: AppRequest, input: InspectInput): Promise<Inspection> {
  return runInApp(app, { task: TASK, input });
}
