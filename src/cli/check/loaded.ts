import { ThrownFailure } from '../app/problem.js';
import type { AppRequest } from '../app/request.js';
import { inspectApp } from '../inspect/inspect.js';
import type { Inspection } from '../inspect/inspection.js';

const INPUT = { request: null, code: true };

/**
 * Loads an application on the line that it was written for: `from`, or that of the Express beside it, where the line it is
 * checked for is newer. If it fails on the latter, it is tried on the one before: it may call what is gone.
 */
export async function inspectForCheck(
  app: AppRequest,
  from: string | null,
  target: string,
): Promise<Inspection> {
  if (from !== null && from < target) return inspectApp({ ...app, line: from }, INPUT);
  try {
    return await inspectApp({ ...app, line: target }, INPUT);
  } catch (error) {
    if (!(error instanceof ThrownFailure) || target === '3') throw error;
    const older = String(Number(target) - 1);
    return inspectApp({ ...app, line: older }, INPUT).catch(() => {
      throw error;
    });
  }
}
