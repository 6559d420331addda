/** What most clients send as a Content-Type, for which no library has to be loaded. */

/** Without parameters, wildcards and suffixes. */
const PLAIN = /^[a-z]+\/[a-z-]+$/;

/** Whether a header is just the type that is looked for. */
export function isSameType(header: string | undefined, types: unknown): boolean {
  return header !== undefined && header === types && PLAIN.test(header);
}

export function hasParameters(header: string): boolean {
  return header.includes(';');
}
