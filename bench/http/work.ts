/** What the applications' handlers and middlewares do, whichever framework calls them. */

/** Middlewares run one after the other before a handler, so one counter is enough to see that all of them did. */
const steps = { taken: 0 };
/** Express lets other requests go first after about a hundred layers: then their steps are on the counter, too. */
const UNBROKEN_STEPS = 90;

export function step(): void {
  steps.taken++;
}

/** The steps that a handler's request has taken, of which there have to be so many. */
export function takeSteps(count: number): number {
  const taken = count > UNBROKEN_STEPS ? Math.min(steps.taken, count) : steps.taken;
  steps.taken -= taken;
  return taken;
}

export interface User {
  readonly id: number;
  readonly name: string;
}

/** What session cookies end in, in place of a signature. */
const SIGNED = '.f3a9c1';

/** The session cookie of a user. */
export function sessionOf(id: string): string {
  return id + SIGNED;
}

/** Who is asking, by the session cookie; nobody without one. */
export function userOf(session: string | undefined): User | undefined {
  if (session === undefined || !session.endsWith(SIGNED)) return undefined;
  const id = session.slice(0, -SIGNED.length);
  return { id: Number(id), name: `Ada ${id}` };
}

/** About what helmet sets by default. */
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
