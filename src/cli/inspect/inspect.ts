import { runInApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import type { InspectInput, Inspection } from './inspection.js';
import { REQUEST_TIME } from './request-routes.js';

const TASK = new URL('./task.js', import.meta.url);
const REQUESTING_TASK = new URL('./requesting-task.js', import.meta.url);

/** Loads an application and inspects it; explains a request, or inspects its code, on demand. */
export function inspectApp(app: AppRequest, input: InspectInput): Promise<Inspection> {
  if (!input.requestsRoutes) return runInApp(app, { task: TASK, input });
  const patient = { ...app, milliseconds: app.milliseconds + REQUEST_TIME };
  return runInApp(patient, { task: REQUESTING_TASK, input });
}
