/** Removes Date and the name of the framework, the only two headers that may differ. */
export function normalize(raw: string): string {
  return raw
    .replace(/^Date: [^\r]*\r\n/gm, '')
    .replace(/^X-Powered-By: (?:Express|Maglev)\r\n/gm, 'X-Powered-By: *\r\n');
}
