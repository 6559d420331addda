/** What Express releases changed in responses, with the first release that has the change. */
const CHANGES: readonly (readonly [since: string, what: string])[] = [
  // Some of them are older than this release, but it is the one that is replaced.
  ['3.21.2', 'the content types of the 404, error and redirect pages'],
  ['4.17.0', 'the Content-Security-Policy of the 404 and error pages'],
  ['4.20.0', 'the page of redirects, and backslashes in Location'],
  ['5.3.0', 'the page of redirects'],
];

/** The changes between two releases of the same major. */
export function changesBetween(from: string, to: string): string[] {
  return CHANGES.flatMap(([since, what]) => {
    const isOfLine = since[0] === to[0] && since[0] === from[0];
    return isOfLine && isBefore(from, since) && !isBefore(to, since) ? [what] : [];
  });
}

function isBefore(a: string, b: string): boolean {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10));
  const [these, those] = [parts(a), parts(b)];
  const at = these.findIndex((part, i) => part !== those[i]);
  return at !== -1 && these[at]! < those[at]!;
}
