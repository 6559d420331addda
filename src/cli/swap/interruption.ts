import { constants } from 'node:os';
import { Failure } from '../failure.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs a task that has to clean up before the process ends. `signal` is aborted when the process receives a signal to end.
 * Further signals are ignored, because the task is already ending.
 */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => [name, () => controller.abort(interruptedBy(name))] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  try {
    return await task(controller.signal);
  } finally {
    for (const [name, listener] of listeners) process.off(name, listener);
  }
}

/** Uses the exit code that shells use. */
function interruptedBy(signal: NodeJS.Signals): Failure {
  return new Failure(`Interrupted by ${signal}.`, undefined, 128 + constants.signals[signal]);
}
