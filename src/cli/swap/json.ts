import { Failure, messageOf } from '../failure.js';

const BOM = '\uFEFF';

/** Parses the JSON of a file, which may start with a byte order mark. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch (error) {
    throw new Failure(`${file} is not valid JSON: ${messageOf(error)}.`);
  }
}

/** Parses what a package manager has written for itself, which may be incomplete; undefined if it is not JSON. */
export function parseState(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Serializes a value in the style of an earlier text: byte order mark, indentation, line endings, final newline. */
export function formatJson(value: unknown, former: string): string {
  const indent = /^[\t ]+(?=")/m.exec(former)?.[0] ?? (/^\s*\{.*"/.test(former) ? '' : '  ');
  const text = JSON.stringify(value, null, indent) + (/\n$/.test(former) ? '\n' : '');
  const withLines = /\r\n/.test(former) ? text.replaceAll('\n', '\r\n') : text;
  return former.startsWith(BOM) ? BOM + withLines : withLines;
}
