import { ThrownFailure } from '../app/problem.js';
import type { AppRequest } from '../app/request.js';
import { inspectApp } from '../inspect/inspect.js';
import type { Inspection } from '../inspect/inspection.js';

/**
 * Loads an application on the line that it was written for: `from`, or the line of the installed Express if the line it is checked
 * for is newer. If it fails there, the previous line is tried: the application may call something that was removed.
 */
export async function inspectForCheck(
  app: AppRequest,
  from: string | null,
  target: string,
  requestsRoutes: boolean,
): Promise<Inspection> {
  const input = { request: null, code: true, requestsRoutes };
  if (from !== null && from < target) return inspectApp({ ...app, line: from }, input);
  try {
    return await inspectApp({ ...app, line: target }, input);
  } catch (error) {
    if (!(error instanceof ThrownFailure) || target === '3') throw error;
    const older = String(Number(target) - 1);
    return inspectApp({ ...app, line: older }, input).catch(() => {
      throw error;
    });
  }
}
