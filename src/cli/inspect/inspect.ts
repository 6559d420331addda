import { runInApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import type { InspectInput, Inspection } from './inspection.js';

const TASK = new URL('./task.js', import.meta.url);

/** Loads an application and inspects it; explains a request on demand. */
export function inspectApp(app: AppRequest, request: InspectInput['request'] = null): Promise<Inspection> {
  const input: InspectInput = { request };
  return runInApp(app, { task: TASK, input });
}
