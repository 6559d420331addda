import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../failure.js';
import { digestOf } from './digest.js';
import { HOME } from './home.js';
import { formatJson, parseJson } from './json.js';
import { withPackagesOf } from './lock-blocks.js';
import { readText } from './manager.js';
import { type OtherChange, otherChanges } from './npm-changes.js';
import { type Entries, entriesBefore, type Left, leftBy } from './npm-lock-before.js';
import { isManifest, PNPM_WORKSPACE, placeInside } from './paths.js';
import type { LockedPackages } from './plan.js';
import { withOverridesOf } from './pnpm.js';
import { type Change, isObject, isReplacement, putBack } from './put-back.js';
import type { Transaction } from './transaction.js';

const RECORD = `${HOME}/swap.json`;
/** Keeps git from converting the line endings of the originals. */
const ATTRIBUTES = `${HOME}/.gitattributes`;
const UNCONVERTED = '* -text\n';

interface Changed {
  /** The digest of the file after the swap. */
  readonly after: string;
  /** The digest of the original, of which a copy is kept; null if there was none. */
  readonly before: string | null;
  /** Whether a user may have changed it while the package manager installed. */
  readonly isUncertain?: boolean;
  /**
   * Whether the original never was the file: it was derived by a second swap from a file that had been changed since the
   * first. No package manager has checked such a lockfile.
   */
  readonly isDerived?: boolean;
  /** Of an npm lockfile. */
  readonly packages?: Left;
}

interface Content {
  readonly maglev: string;
  /** The paths of the replacements. */
  readonly standIns: readonly string[];
  /** The digests of the replacements, by path. */
  readonly digests?: Readonly<Record<string, string>>;
  /** Whether npm needs `--legacy-peer-deps` to install the original dependencies. */
  readonly hasLegacyPeers: boolean;
  readonly files: Readonly<Record<string, Changed>>;
  /** By manifest. */
  readonly changes: Readonly<Record<string, readonly Change[]>>;
}

/** What a swap has changed, recorded in the project. */
export class SwapRecord {
  readonly #folder: string;
  readonly #content: Content;
  readonly #text: string;

  private constructor(folder: string, content: Content, text: string) {
    this.#folder = folder;
    this.#content = content;
    this.#text = text;
  }

  /** The record of a project; null if it has none. Throws if `write` could not have written it. */
  static read(folder: string): SwapRecord | null {
    if (statSync(join(folder, HOME), { throwIfNoEntry: false })?.isFile()) {
      throw new Failure(`${HOME} is not a folder: rename or remove it first.`);
    }
    placeInside(folder, RECORD, 'maglev swap would have to read');
    const text = readText(folder, RECORD);
    if (text === undefined) return null;
    const content = parseJson(text, RECORD);
    assertContent(content, folder);
    return new SwapRecord(folder, content, text);
  }

  /** Records how files have changed; `before` has their original texts, of which some may be derived. */
  static write(
    transaction: Transaction,
    folder: string,
    described: Pick<Content, 'maglev' | 'standIns' | 'digests' | 'hasLegacyPeers'>,
    before: ReadonlyMap<string, string | undefined>,
    derived: ReadonlySet<string> = new Set(),
  ): SwapRecord {
    const files: Record<string, Changed> = {};
    for (const [file, text] of before) {
      const now = readText(folder, file);
      if (now === undefined || now === text) continue;
      const original = text === undefined ? null : digestOf(text);
      files[file] = {
        after: digestOf(now),
        before: original,
        ...(transaction.isUncertain(file) ? { isUncertain: true } : undefined),
        ...(derived.has(file) ? { isDerived: true } : undefined),
        ...(isNpmLock(file) && text !== undefined
          ? { packages: leftBy(entriesIn(file, text), entriesIn(file, now)) }
          : undefined),
      };
      if (original !== null) transaction.write(copyOf(original), text!);
    }
    const manifests = [...before].filter(([file, text]) => isManifest(file) && text !== undefined);
    const changes = manifests.map(([file, text]) => {
      return [file, differences(parseJson(text!, file), parseJson(readText(folder, file)!, file))];
    });
    const content: Content = { ...described, files, changes: Object.fromEntries(changes) };
    if (Object.keys(files).length === 0) throw new Failure('The package manager changed nothing.');
    const text = `${JSON.stringify(content, null, 2)}\n`;
    transaction.write(RECORD, text);
    if (!existsSync(join(folder, ATTRIBUTES))) transaction.write(ATTRIBUTES, UNCONVERTED);
    return new SwapRecord(folder, content, text);
  }

  /** The paths of the tarballs in the project. */
  get replacements(): readonly string[] {
    return this.#content.standIns;
  }

  /** The digest of a replacement; undefined if it was not recorded. */
  digestOf(path: string): string | undefined {
    const { digests = {} } = this.#content;
    return Object.hasOwn(digests, path) ? digests[path] : undefined;
  }

  /** The manifests that have an Express again where the swap had written a replacement. */
  reverted(): string[] {
    return Object.entries(this.#content.changes).flatMap(([file, changes]) => {
      const text = readText(this.#folder, file);
      const manifest = text === undefined ? {} : parseJson(text, file);
      return changes.some((change) => isReverted(manifest, change)) ? [file] : [];
    });
  }

  /** What other packages got from npm in other versions, because of the swap. */
  get otherChanges(): OtherChange[] {
    return this.files.filter(isNpmLock).flatMap((file) => {
      const texts = [this.#original(file) ?? undefined, readText(this.#folder, file)];
      const [before = {}, after = {}] = texts.map((text) => entriesIn(file, text) as LockedPackages);
      return otherChanges(before, after);
    });
  }

  get hasLegacyPeers(): boolean {
    return this.#content.hasLegacyPeers;
  }

  /** The files that the swap created or changed. */
  get files(): string[] {
    return Object.keys(this.#content.files);
  }

  /** Whether the project still has this record. */
  isCurrent(): boolean {
    return readText(this.#folder, RECORD) === this.#text;
  }

  /** Whether a file is unchanged since the swap, apart from line endings, which git may have converted. */
  isUntouched(file: string): boolean {
    const now = readText(this.#folder, file);
    const after = this.#content.files[file]?.after;
    return now !== undefined && withLineEndings(now).some((one) => digestOf(one) === after);
  }

  /** Whether the text of a file without the swap is not one that the file has ever had. */
  isDerived(file: string): boolean {
    if (this.isUntouched(file)) return this.#content.files[file]?.isDerived === true;
    return this.textBefore(file) !== readText(this.#folder, file);
  }

  /** Whether what the original replaces may contain what a user has written. */
  isUncertain(file: string): boolean {
    return this.#content.files[file]?.isUncertain === true;
  }

  /**
   * The text of a file without the swap; undefined if the swap created it. If the file was changed since, the values of
   * package.json are restored one by one, and the package manager updates the lockfile.
   */
  textBefore(file: string): string | undefined {
    const changed = this.#content.files[file];
    const now = readText(this.#folder, file);
    if (now === undefined) return now;
    if (changed === undefined) return this.#withoutReplacements(file, now);
    const original = this.#original(file) ?? undefined;
    if (this.isUntouched(file)) return original;
    return isManifest(file) ? this.#putBack(file, now) : this.#lockBefore(file, now, original);
  }

  /** Throws if the original of a file is not what the swap kept. Such a file would be restored with another content. */
  assertOriginals(): void {
    for (const file of this.files) if (existsSync(join(this.#folder, file))) this.#original(file);
  }

  /** Removes the record and its files. */
  remove(transaction: Transaction): void {
    const attributes = readText(this.#folder, ATTRIBUTES) === UNCONVERTED ? [ATTRIBUTES] : [];
    for (const file of [...this.#copies(), ...this.#content.standIns, ...attributes, RECORD]) {
      if (existsSync(join(this.#folder, file))) transaction.remove(file);
    }
  }

  /** Removes the originals that only an earlier record needs. */
  removeOriginalsOf(earlier: SwapRecord, transaction: Transaction): void {
    const needed = new Set(this.#copies());
    for (const file of earlier.#copies()) {
      if (!needed.has(file) && existsSync(join(this.#folder, file))) transaction.remove(file);
    }
  }

  #copies(): string[] {
    const digests = Object.values(this.#content.files).flatMap(({ before }) => before ?? []);
    return [...new Set(digests.map(copyOf))];
  }

  /** The text of the original; null if there was none. */
  #original(file: string): string | null {
    const { before } = this.#content.files[file]!;
    if (before === null) return null;
    const text = readText(this.#folder, copyOf(before));
    const original = withLineEndings(text ?? '').find((one) => digestOf(one) === before);
    if (original !== undefined) return original;
    throw new Failure(
      `${copyOf(before)}, the original of ${file}, ${text === undefined ? 'is missing' : 'was changed'}: restore it, for example from version control.`,
    );
  }

  /** A file that is not recorded: a lockfile that was created since, or a package.json that may have been moved. */
  #withoutReplacements(file: string, now: string): string {
    if (!now.includes(`${HOME}/express-`)) return now;
    return isManifest(file) ? this.#putBack(file, now) : this.#lockBefore(file, now, undefined);
  }

  /**
   * A lockfile or pnpm's settings, without the replacements. The lockfiles of pnpm and yarn refer to them only through
   * package.json.
   */
  #lockBefore(file: string, now: string, original: string | undefined): string {
    if (isNpmLock(file)) {
      // npm 6 lists no packages. npm completes the original.
      if (original !== undefined && !hasEntries(file, now)) return original;
      const left = this.#content.files[file]?.packages ?? {};
      const manifestOf = (name: string) => parseJson(this.textBefore(name) ?? '{}', name);
      const packages = entriesBefore(entriesIn(file, now), entriesIn(file, original), left, manifestOf);
      return formatJson({ ...(parseJson(now, file) as object), packages }, now);
    }
    if (file !== PNPM_WORKSPACE) return withPackagesOf(file, original ?? '', now);
    return withOverridesOf(original ?? '', now);
  }

  #putBack(file: string, now: string): string {
    const manifest = parseJson(now, file) as { name?: string };
    putBack(file, manifest, this.#content.changes[file] ?? this.#changesOfMoved(manifest.name));
    return formatJson(manifest, now);
  }

  /** The changes of a package.json that is not where it was, found by the name of its package. */
  #changesOfMoved(name: string | undefined): readonly Change[] {
    const moved = Object.entries(this.#content.changes).find(([file]) => {
      if (existsSync(join(this.#folder, file)) || this.#content.files[file] === undefined) return false;
      const original = parseJson(this.#original(file) ?? '{}', file) as { name?: string };
      return name !== undefined && original.name === name;
    });
    return moved?.[1] ?? [];
  }
}

/** The only files that a swap creates or changes. */
const FILE =
  /^((.+\/)?package\.json|package-lock\.json|npm-shrinkwrap\.json|(.+\/)?pnpm-lock\.([^/]+\.)?yaml|pnpm-workspace\.yaml|yarn\.lock)$/;
const REPLACEMENT = /^maglev-swap\/express-[\w.-]+\.tgz$/;

/** Throws, with a reason, unless `write` could have written the content. A record may come with a cloned repository. */
function assertContent(value: unknown, folder: string): asserts value is Content {
  const check = (condition: boolean, what: string) => {
    if (condition) return;
    throw new Failure(
      `${RECORD} was not written by maglev swap: ${what}. Nothing was changed; restore the file, for example from version control.`,
    );
  };
  check(isObject(value), 'it is not an object');
  const { maglev, standIns, digests = {}, hasLegacyPeers, files, changes } = value as Record<string, unknown>;
  check(typeof maglev === 'string', '"maglev" is not a version');
  check(Array.isArray(standIns), '"standIns" is not a list');
  check(isObject(digests), '"digests" is not an object');
  check(typeof hasLegacyPeers === 'boolean', '"hasLegacyPeers" is neither true nor false');
  check(isObject(files), '"files" is not an object');
  check(isObject(changes), '"changes" is not an object');
  const isInside = (path: unknown) => placeInside(folder, path, `${RECORD} names`);
  for (const path of standIns as unknown[]) {
    isInside(path);
    check(REPLACEMENT.test(String(path)), `${JSON.stringify(path)} is not a tarball of a replacement`);
  }
  for (const [file, changed] of Object.entries(files as object)) {
    isInside(file);
    check(
      FILE.test(file) && !file.split('/').includes('node_modules'),
      `${JSON.stringify(file)} is not a file that it changes`,
    );
    const { after, before } = isObject(changed) ? changed : {};
    const isKept = typeof before === 'string' && /^[0-9a-f]{64}$/.test(before);
    check(
      typeof after === 'string' && (isKept || before === null),
      `${JSON.stringify(file)} is not described`,
    );
    const { isDerived = false, packages = {} } = changed as Record<string, unknown>;
    const isIdentity = (one: unknown) => typeof one === 'string' || one === null;
    check(
      typeof isDerived === 'boolean' && isObject(packages) && Object.values(packages).every(isIdentity),
      `the packages of ${JSON.stringify(file)} are not described`,
    );
    if (isKept) isInside(copyOf(before));
    check(!isManifest(file) || isKept, `${JSON.stringify(file)} is never created by a swap`);
  }
  for (const [file, list] of Object.entries(changes as object)) {
    isInside(file);
    check(isManifest(file), `${JSON.stringify(file)} is not a package.json`);
    check(
      Array.isArray(list) && list.every(isChange),
      `the changes of ${JSON.stringify(file)} are not described`,
    );
  }
}

function isReverted(manifest: unknown, { path, before, after }: Change): boolean {
  const now = path.reduce<any>((value, key) => (isObject(value) ? value[key] : undefined), manifest);
  return before !== undefined && isReplacement(after) && isDeepStrictEqual(now, before);
}

function isChange(value: unknown): boolean {
  const path = isObject(value) ? value.path : undefined;
  const isKey = (key: unknown) => typeof key === 'string' && key !== '__proto__';
  return Array.isArray(path) && path.length > 0 && path.every(isKey);
}

/** Not under its own name: package managers would take it for a package or a lockfile, for example with `workspaces: ["**"]`. */
function copyOf(digest: string): string {
  return `${HOME}/before/${digest}`;
}

/** A text as it is, and as git may have converted it. */
function withLineEndings(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n');
  return [text, lines, lines.replaceAll('\n', '\r\n')];
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

function isNpmLock(file: string): boolean {
  return file.endsWith('.json') && !isManifest(file);
}

/** The packages of an npm lockfile; none if it does not exist. */
function entriesIn(file: string, text = '{}'): Entries {
  const { packages } = (parseJson(text, file) ?? {}) as { packages?: unknown };
  return isObject(packages) && Object.values(packages).every(isObject) ? (packages as Entries) : {};
}

function hasEntries(file: string, text: string): boolean {
  return Object.keys(entriesIn(file, text)).length > 0;
}
