/** Selects the requests that are sent. */
import type { AppRequest } from '../app/request.js';
import { Failure } from '../failure.js';
import { derive } from './derive.js';
import { isLogout } from './login.js';
import { isSafe } from './pair.js';
import { type Request, withHeaders } from './request.js';
import type { Result } from './result.js';
import type { Served } from './serve.js';
import type { Settings } from './settings.js';

export interface SelectedRequests {
  readonly requests: readonly Request[];
  readonly about: Pick<Result['requests'], 'source' | 'skipped' | 'unsafe' | 'elsewhere'>;
}

interface Found {
  readonly requests: readonly Request[];
  readonly skipped?: readonly string[];
  readonly elsewhere?: number;
  readonly isOrdered?: boolean;
}

export function selectRequests(
  app: AppRequest,
  routes: Served['routes'],
  settings: Settings,
): SelectedRequests {
  const { requests: given, isUnsafe, headers, parameters } = settings;
  const {
    requests: all,
    skipped = [],
    elsewhere = 0,
    isOrdered = false,
  }: Found = given ?? deriveRequests(app, routes, parameters);
  const requests = all.filter((request) => isUnsafe || isSafe(request));
  const ordered = isOrdered ? requests : requests.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    requests: ordered.map((request) => withHeaders(request, headers)),
    about: {
      source: given?.file ?? 'the route table',
      skipped,
      unsafe: all.length - requests.length,
      elsewhere,
    },
  };
}

/** Deleting comes after requests for the same data, and logging out comes last. */
function rankOf(request: Request): number {
  if (isLogout(request)) return 2;
  return request.method === 'DELETE' ? 1 : 0;
}

function deriveRequests(
  { name }: AppRequest,
  routes: Served['routes'],
  values: Readonly<Record<string, string>>,
): Found {
  if (routes === null)
    throw new Failure(`Cannot read the routes of ${name}: use --requests to send your own.`);
  return derive(routes, values);
}
