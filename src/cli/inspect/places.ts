import { existsSync } from 'node:fs';
import { Session } from 'node:inspector';
import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A location in a file: lines count from 1, columns from 0. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A location as the debugger reports it: lines count from 0. */
interface Location {
  readonly scriptId: string;
  readonly lineNumber: number;
  readonly columnNumber?: number;
}

/** The global variable that holds a function while the debugger evaluates it. */
const HELD = Symbol.for('maglev.held');
const EXPRESSION = "globalThis[Symbol.for('maglev.held')]";
const PACKAGES = /[\\/]node_modules[\\/]/;
/** This file is `dist/src/cli/inspect/places.js`; next to `dist/src` are the compiler and the entries. */
const OWN = fileURLToPath(new URL('../../../', import.meta.url));

/** Uses the debugger of this process to find which files were loaded, and where functions are defined. */
export class Places {
  readonly #session = new Session();
  readonly #urls = new Map<string, string>();

  constructor() {
    this.#session.connect();
    this.#session.on('Debugger.scriptParsed', ({ params }) => this.#urls.set(params.scriptId, params.url));
    this.#session.post('Debugger.enable');
  }

  /** Null for built-in functions. For a bound function, the place of its target. */
  of(fn: unknown): Place | null {
    const found = this.#locationOf(fn);
    const file = found && fileOf(this.#urls.get(found.scriptId));
    return file ? originalPlace({ file, line: found.lineNumber + 1, column: found.columnNumber ?? 0 }) : null;
  }

  /** The files of the application, without those of its packages. */
  files(): string[] {
    const loaded = this.#loaded().filter((file) => !PACKAGES.test(file) && !file.startsWith(OWN));
    return [...new Set(loaded.flatMap(originalFiles))];
  }

  hasLoaded(name: string): boolean {
    return this.#loaded().some((file) => file.replaceAll('\\', '/').includes(`/node_modules/${name}/`));
  }

  #loaded(): string[] {
    return [...this.#urls.values()].flatMap((url) => fileOf(url) ?? []);
  }

  #locationOf(fn: unknown): Location | null {
    (globalThis as any)[HELD] = fn;
    const { result } = this.#post('Runtime.evaluate', { expression: EXPRESSION });
    delete (globalThis as any)[HELD];
    return this.#locationBy(result.objectId);
  }

  #locationBy(objectId: string | undefined): Location | null {
    if (!objectId) return null;
    const params = { objectId, ownProperties: true };
    const { internalProperties = [] } = this.#post('Runtime.getProperties', params);
    const internal = (wanted: string) =>
      internalProperties.find(({ name }: { name: string }) => name === wanted)?.value;
    return (
      internal('[[FunctionLocation]]')?.value ?? this.#locationBy(internal('[[TargetFunction]]')?.objectId)
    );
  }

  /** The session runs in the same thread, so its callback is called synchronously. */
  #post(method: string, params: object): any {
    let reply: any = {};
    this.#session.post(method, params, (_error: unknown, result: unknown) => {
      reply = result ?? {};
    });
    return reply;
  }
}

function fileOf(url: string | undefined): string | null {
  // Loaders add queries.
  return url?.startsWith('file:') ? fileURLToPath(url.split(/[?#]/, 1)[0]!) : null;
}

/** The source of a compiled file, if it exists. */
function originalFiles(file: string): string[] {
  const { sources = [] } = (findSourceMap(file)?.payload ?? {}) as { sources?: string[] };
  const originals = sources.map((source) => sourceFile(source, file)).filter((one) => existsSync(one));
  return originals.length > 0 ? originals : [file];
}

function originalPlace({ file, line, column }: Place): Place {
  const entry = findSourceMap(file)?.findEntry(line - 1, column);
  if (!entry || !('originalSource' in entry)) return { file, line, column };
  const original = sourceFile(entry.originalSource, file);
  if (!existsSync(original)) return { file, line, column };
  return { file: original, line: entry.originalLine + 1, column: entry.originalColumn };
}

function sourceFile(source: string, from: string): string {
  if (source.startsWith('file:')) return fileURLToPath(source);
  return fileURLToPath(new URL(source, `file://${from}`));
}
