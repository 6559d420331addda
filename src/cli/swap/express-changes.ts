/** What releases of Express have changed in responses, by the first release that has it. */
const CHANGES: readonly (readonly [since: string, what: string])[] = [];

/** What is different in a release from an earlier one of the same major. */
export function changesBetween(from: string, to: string): string[] {
  return CHANGES.filter(([since]) => isBefore(from, since) && !isBefore(to, since)).map(([, what]) => what);
}

function isBefore(a: string, b: string): boolean {
  const parts = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10));
  const [these, those] = [parts(a), parts(b)];
  const at = these.findIndex((part, i) => part !== those[i]);
  return at !== -1 && these[at]! < those[at]!;
}
