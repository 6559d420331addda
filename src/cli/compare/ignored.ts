/** What is not compared, because the user excludes it. */
import { readFileSync } from 'node:fs';
import { Failure } from '../failure.js';

/** Segments of a path in JSON; `*` matches any one. */
type Path = readonly string[];

export class Ignored {
  readonly headers: ReadonlySet<string>;
  readonly paths: readonly Path[];

  constructor(headers: readonly string[] = [], paths: readonly string[] = []) {
    this.headers = new Set(headers.map((name) => name.trim().toLowerCase()));
    this.paths = paths.map(readPath);
  }

  /** From the options, and from the lines of a file: `header: X-Request-Id`, or a path. */
  static read(headers: readonly string[], paths: readonly string[], file: string | undefined): Ignored {
    const lines = file === undefined ? [] : linesOf(file);
    const isHeader = (line: string) => /^header\s*:/i.test(line);
    return new Ignored(
      [...headers, ...lines.filter(isHeader).map((line) => line.slice(line.indexOf(':') + 1))],
      [...paths, ...lines.filter((line) => !isHeader(line))],
    );
  }

  hasHeader(name: string): boolean {
    return this.headers.has(name.toLowerCase());
  }

  hasPath(segments: Path): boolean {
    return this.paths.some(
      (path) => path.length === segments.length && path.every((one, i) => one === '*' || one === segments[i]),
    );
  }
}

/** A name after a dot, or a name or number in brackets; the first of a path has no dot. */
const SEGMENT = /\.([^.[\]]+)|\[(?:'([^']+)'|"([^"]+)"|([^[\]'"]+))\]/gy;

/** `/items/0/id`, `items.0.id` and `$.items[0].id` are the same. */
function readPath(text: string): Path {
  const path = text.trim();
  const segments = path.startsWith('/') ? path.slice(1).split('/') : segmentsOf(path);
  if (segments.length === 0 || segments.includes('')) {
    throw new Failure(
      `${JSON.stringify(text)} is not a path in JSON: write it as /items/*/id, items.*.id or $.items[*].id.`,
    );
  }
  return segments;
}

/** Empty if the path is malformed. */
function segmentsOf(path: string): string[] {
  const rest = /^\$[.[]/.test(path) ? path.slice(1) : /^[.[]/.test(path) ? path : `.${path}`;
  const found = [...rest.matchAll(SEGMENT)];
  const isWhole = found.reduce((length, [segment]) => length + segment.length, 0) === rest.length;
  return isWhole ? found.map(([, ...names]) => names.find((name) => name !== undefined)!) : [];
}

function linesOf(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(code === 'ENOENT' ? `File not found: ${file}` : `Cannot read ${file} (${code}).`);
  }
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
