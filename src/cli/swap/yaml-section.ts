/** A mapping at the top level of a YAML file, with each entry on lines of its own. */
export interface Section {
  /** All lines of the file, with their endings. */
  readonly lines: readonly string[];
  /** The index of the line with its name. */
  readonly head: number;
  /** What that line has after the name: something if the section is not written in lines. */
  readonly value: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly indent: string;
  readonly key: string;
  /** Without quotes. */
  readonly value: string;
  /** The index of its first line. */
  readonly start: number;
  /** The index after its last line, with the lines that are nested in it. */
  readonly end: number;
}

/** A section of a file, which may be indented, quoted, commented and ended in any way; undefined if there is none. */
export function sectionIn(text: string, name: string): Section | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const parsed = lines.map(parse);
  const head = parsed.findIndex((line) => line?.indent === '' && line.key === name);
  if (head < 0) return undefined;
  const entries: Entry[] = [];
  for (let i = head + 1; i < lines.length; i++) {
    // Comments and empty lines may be anywhere.
    if (/^\s*(#|$)/.test(lines[i]!)) continue;
    if (!/^[ \t]/.test(lines[i]!)) break;
    const line = parsed[i]!;
    const last = entries.at(-1);
    if (line !== null && (last === undefined || line.indent === last.indent)) {
      entries.push({ ...line, start: i, end: i + 1 });
    } else if (last !== undefined) {
      entries[entries.length - 1] = { ...last, end: i + 1 };
    }
  }
  return { lines, head, value: parsed[head]!.value, entries };
}

/** The line ending of a file. */
export function endingOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function parse(line: string): { indent: string; key: string; value: string } | null {
  const found = /^\uFEFF?([ \t]*)(?!#)(["']?)(.+?)\2[ \t]*:(?:[ \t]+(.*))?$/.exec(line.trimEnd());
  if (found === null) return null;
  const [, indent = '', , key = '', rest = ''] = found;
  const quoted = /^(["'])(.*?)\1/.exec(rest);
  return { indent, key, value: quoted ? quoted[2]! : rest.replace(/(^|\s)#.*$/, '').trim() };
}
