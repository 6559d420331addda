/** The work of handlers and middlewares, shared by all frameworks. */

/** Middlewares run one after the other before a handler, so one counter shows that all of them ran. */
const steps = { taken: 0 };
/** After about a hundred layers, Express lets other requests run first, and their steps are counted too. */
const UNBROKEN_STEPS = 90;

export function step(): void {
  steps.taken++;
}

/** The number of steps of this request, which should be `count`. */
export function takeSteps(count: number): number {
  const taken = count > UNBROKEN_STEPS ? Math.min(steps.taken, count) : steps.taken;
  steps.taken -= taken;
  return taken;
}

export interface User {
  readonly id: number;
  readonly name: string;
}

/** Session cookies end with it instead of a signature. */
const SIGNED = '.f3a9c1';

/** The session cookie of a user. */
export function sessionOf(id: string): string {
  return id + SIGNED;
}

/** The user of a session cookie; undefined without a valid one. */
export function userOf(session: string | undefined): User | undefined {
  if (session === undefined || !session.endsWith(SIGNED)) return undefined;
  const id = session.slice(0, -SIGNED.length);
  return { id: Number(id), name: `Ada ${id}` };
}

/** Similar to the default headers of helmet. */
export const SAFE_HEADERS: readonly [name: string, value: string][] = Object.entries({
  'Content-Security-Policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;object-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
});
