import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readText } from './manager.js';
import type { Transaction } from './transaction.js';

/** The folder of a project in which its stand-ins are, and how to take them out again. */
export const HOME = 'maglev-swap';
const RECORD = `${HOME}/swap.json`;

/** A value of a package.json that was changed. */
interface Change {
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Changed {
  /** The digest of the file after the swap. */
  readonly after: string;
  /** Whether a copy of what it was is kept. */
  readonly isKept: boolean;
}

interface Content {
  readonly maglev: string;
  readonly standIns: readonly string[];
  readonly files: Readonly<Record<string, Changed>>;
  /** By the manifests in which they are. */
  readonly changes: Readonly<Record<string, readonly Change[]>>;
}

/** What a swap has changed, noted in the project. */
export class SwapRecord {
  readonly #folder: string;
  readonly #content: Content;

  private constructor(folder: string, content: Content) {
    this.#folder = folder;
    this.#content = content;
  }

  /** The record of a project; null if it has none. */
  static read(folder: string): SwapRecord | null {
    const text = readText(folder, RECORD);
    return text === undefined ? null : new SwapRecord(folder, JSON.parse(text));
  }

  /** Notes what has become of files, of which `before` has the former texts. */
  static write(
    transaction: Transaction,
    folder: string,
    { maglev, standIns }: Pick<Content, 'maglev' | 'standIns'>,
    before: ReadonlyMap<string, string | undefined>,
  ): void {
    const files: Record<string, Changed> = {};
    for (const [file, text] of before) {
      const now = readText(folder, file);
      if (now === undefined || now === text) continue;
      files[file] = { after: digest(now), isKept: text !== undefined };
      if (text !== undefined) transaction.write(copyOf(file), text);
    }
    const manifests = [...before].filter(([file]) => isManifest(file));
    const changes = manifests.map(([file, text]) => {
      return [file, differences(JSON.parse(text!), JSON.parse(readText(folder, file)!))];
    });
    const content: Content = { maglev, standIns, files, changes: Object.fromEntries(changes) };
    transaction.write(RECORD, `${JSON.stringify(content, null, 2)}\n`);
  }

  /** The paths of the tarballs that it has put there. */
  get standIns(): readonly string[] {
    return this.#content.standIns;
  }

  /** The files that the swap has made or changed. */
  get files(): string[] {
    return Object.keys(this.#content.files);
  }

  /**
   * What a file would be without the swap; undefined if it would not be there. If it was changed since, the values of
   * package.json are put back one by one, and a lock is left to the package manager.
   */
  textBefore(file: string): string | undefined {
    const changed = this.#content.files[file];
    const now = readText(this.#folder, file);
    if (changed === undefined || now === undefined) return now;
    if (digest(now) === changed.after)
      return changed.isKept ? readText(this.#folder, copyOf(file)) : undefined;
    if (isManifest(file)) return this.#putBack(file, now);
    return withoutStandIns(file, now);
  }

  /** Removes the record and what belongs to it. */
  remove(transaction: Transaction): void {
    const { files, standIns } = this.#content;
    const copies = Object.keys(files).map(copyOf);
    for (const file of [...copies, ...standIns, RECORD]) {
      if (readText(this.#folder, file) !== undefined) transaction.remove(file);
    }
  }

  #putBack(file: string, now: string): string {
    const manifest = JSON.parse(now);
    for (const change of this.#content.changes[file] ?? []) revert(manifest, change);
    return `${JSON.stringify(manifest, null, /^[\t ]+(?=")/m.exec(now)?.[0] ?? '  ')}\n`;
  }
}

function isManifest(file: string): boolean {
  return /(^|\/)package\.json$/.test(file);
}

function copyOf(file: string): string {
  return `${HOME}/before/${file}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function differences(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(after ?? before) || !(isObject(before) || before === undefined)) {
    return [{ path, before, after }];
  }
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...keys].flatMap((key) => {
    return differences((before as any)?.[key], (after as any)?.[key], [...path, key]);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Puts a value back, unless it has been changed to another since; sections that are empty then go as well. */
function revert(manifest: any, { path, before, after }: Change): void {
  const [key = '', ...rest] = path;
  if (rest.length > 0) {
    if (!isObject(manifest[key])) {
      if (before === undefined) return;
      manifest[key] = {};
    }
    revert(manifest[key], { path: rest, before, after });
    if (Object.keys(manifest[key] as object).length === 0) delete manifest[key];
  } else if (isDeepStrictEqual(manifest[key], after)) {
    if (before === undefined) delete manifest[key];
    else manifest[key] = before;
  }
}

/** A lock or the settings of pnpm without what leads to the stand-ins; the locks of others lead there by package.json alone. */
function withoutStandIns(file: string, text: string): string {
  if (file.endsWith('.json')) {
    const lock = JSON.parse(text);
    for (const [path, { resolved = '' }] of Object.entries<{ resolved?: string }>(lock.packages ?? {})) {
      if (resolved.startsWith(`file:${HOME}/`)) delete lock.packages[path];
    }
    return `${JSON.stringify(lock, null, 2)}\n`;
  }
  if (file !== 'pnpm-workspace.yaml') return text;
  return text
    .split('\n')
    .filter((line) => !line.includes(`file:${HOME}/`))
    .join('\n')
    .replace(/^overrides:\n(?![ \t])/m, '');
}
