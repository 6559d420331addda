import { runInApp } from '../app/process.js';
import type { AppRequest } from '../app/request.js';
import { TIME_TO_ASK } from './ask.js';
import type { InspectInput, Inspection } from './inspection.js';

const TASK = new URL('./task.js', import.meta.url);
const ASKING_TASK = new URL('./asking-task.js', import.meta.url);

/** Loads an application and inspects it; explains a request, or looks at its code, on demand. */
export function inspectApp(app: AppRequest, input: InspectInput): Promise<Inspection> {
  if (!input.ask) return runInApp(app, { task: TASK, input });
  const patient = { ...app, milliseconds: app.milliseconds + TIME_TO_ASK };
  return runInApp(patient, { task: ASKING_TASK, input });
}
