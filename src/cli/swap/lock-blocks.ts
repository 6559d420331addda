import { withOverridesOf } from './pnpm.js';

/**
 * The text of a lockfile of pnpm or yarn without the replacements, and with the packages that only an earlier one has. When
 * Express is a dependency again, the package manager uses those versions, resolves what was added since, and removes what
 * nothing needs.
 */
export function withPackagesOf(file: string, earlier: string, text: string): string {
  const isPnpm = /(^|\/)pnpm-lock\.[^/]*yaml$/.test(file);
  // git may have converted one of them.
  const [before, now] = [earlier, text].map((one) => one.replaceAll('\r\n', '\n')) as [string, string];
  const merged = isPnpm ? withPackagesOfPnpm(before, now) : withPackagesOfYarn(before, now);
  return text.includes('\r\n') ? merged.replaceAll('\n', '\r\n') : merged;
}

/** The last document is that of the project; pnpm 12 may put one for its own configuration before it. */
function withPackagesOfPnpm(earlier: string, text: string): string {
  const start = startOfProject(text);
  const before = earlier.slice(startOfProject(earlier));
  const own = text.slice(start);
  const direct = withDependenciesOf(before, withOverridesOf(before, own));
  const merged = PNPM_SECTIONS.reduce((merged, section) => mergeSection(section, before, merged), direct);
  return text.slice(0, start) + merged.replaceAll(PEER, '');
}

function startOfProject(text: string): number {
  return [...text.matchAll(/^---\n+/gm)].reduce((_, { 0: mark, index }) => index + mark.length, 0);
}

function withPackagesOfYarn(earlier: string, text: string): string {
  const own = withoutReplacements(text);
  const known = new Set(blocksOf(own).flatMap(patternsOf));
  const missing = blocksOf(earlier).flatMap((block) => {
    const patterns = patternsOf(block).filter((pattern) => !known.has(pattern));
    if (patterns.length === 0) return [];
    return [`${keyOf(patterns, own.includes('\n__metadata:'))}${block.slice(block.indexOf(':\n'))}`];
  });
  return `${[own.trimEnd(), ...missing].join('\n\n')}\n`;
}

const PNPM_SECTIONS = ['packages', 'snapshots'];
const REPLACEMENT = /file:(\.{1,2}\/)*maglev-swap\//;
/** A replacement that is the peer of a package, in the name of the package. */
const PEER = /\(express@file:(\.\.\/)*maglev-swap\/[^()]*(\([^()]*\)[^()]*)*\)/g;

/**
 * The text of yarn.lock without the replacements, whose blocks yarn 1 merges with those of other ranges: it keeps a block as
 * long as one of its ranges is needed.
 */
function withoutReplacements(text: string): string {
  return text.replaceAll(/\n{2,}(\S[\s\S]*?)(?=\n{2,}|\n*$)/g, (whole, block: string) => {
    return /^\S.*:\n/.test(block) && REPLACEMENT.test(block) ? '' : whole;
  });
}

/** Blocks are separated by empty lines. */
function blocksOf(text: string): string[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trimEnd())
    .filter((block) => /^\S.*:\n/.test(block) && !/^(#|__metadata:)/.test(block));
}

/** The dependencies that a block of yarn.lock resolves: `"a@^1.0.0", a@^1.1.0:`, or, in one string, since yarn 2. */
function patternsOf(block: string): string[] {
  return block.slice(0, block.indexOf(':\n')).replaceAll('"', '').split(', ');
}

function keyOf(patterns: readonly string[], isBerry: boolean): string {
  return isBerry
    ? JSON.stringify(patterns.join(', '))
    : patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
}

/**
 * A section of pnpm-lock.yaml without the replacements, and with the packages of the earlier one that are missing, or that
 * depend on a replacement now. pnpm sorts them when it writes the file.
 */
function mergeSection(name: string, earlier: string, text: string): string {
  const section = sectionOf(name, text);
  if (section === undefined) return text;
  const before = new Map(packagesIn(name, earlier));
  const now = packagesIn(name, text)
    .filter(([key]) => !REPLACEMENT.test(key.replaceAll(PEER, '')))
    .map(([key, block]) => [key.replaceAll(PEER, ''), withoutDependency(block)] as const);
  const changed = new Map(packagesIn(name, text).filter(([, block]) => REPLACEMENT.test(block)));
  const isLeft = ([key]: readonly [string, string]) => !(changed.has(key) && before.has(key));
  const merged = new Map([...now.map(([key]) => [key, ''] as const), ...before, ...now.filter(isLeft)]);
  const blocks = [...merged.values()];
  return [text.slice(0, section.start), ...blocks, text.slice(section.end)]
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

/** A package of pnpm-lock.yaml without its dependency on a replacement, for which pnpm finds another Express. */
function withoutDependency(block: string): string {
  const lines = block.replaceAll(PEER, '').split('\n');
  const left = lines.filter((line, i) => i === 0 || !REPLACEMENT.test(line));
  // Nothing must be left empty.
  const isEmpty = (line: string, i: number) =>
    /^ {4}\w*[dD]ependencies:$/.test(line) && !/^ {6}/.test(left[i + 1] ?? '');
  const rest = left.filter((line, i) => !isEmpty(line, i));
  return rest.length === 1 && rest[0]!.endsWith(':') ? `${rest[0]} {}` : rest.join('\n');
}

/** The direct dependencies in pnpm-lock.yaml, with their earlier versions instead of replacements. */
function withDependenciesOf(earlier: string, text: string): string {
  const section = sectionOf('importers', text);
  if (section === undefined) return text;
  const before = new Map(dependenciesIn(earlier).map(({ key, block }) => [key, block]));
  return dependenciesIn(text).reduceRight((merged, { key, block, start }) => {
    const original = REPLACEMENT.test(block) ? before.get(key) : undefined;
    if (original === undefined) return merged;
    return merged.slice(0, start) + original + merged.slice(start + block.length);
  }, text);
}

interface Dependency {
  /** Its workspace, its kind and its name. */
  readonly key: string;
  readonly block: string;
  readonly start: number;
}

function dependenciesIn(text: string): Dependency[] {
  const section = sectionOf('importers', text);
  if (section === undefined) return [];
  const path: string[] = [];
  // A name, with the lines below it if it is that of a dependency.
  const entries = text.slice(0, section.end).matchAll(/^( {2}| {4}| {6})(\S.*):\n((?: {8}.*\n)*)/gm);
  return [...entries].flatMap(({ 0: block, 1: indent = '', 2: name = '', index }) => {
    if (index < section.start) return [];
    path.splice(indent.length / 2 - 1, path.length, name);
    return path.length === 3 ? [{ key: path.join('\n'), block, start: index }] : [];
  });
}

function packagesIn(name: string, text: string): [key: string, block: string][] {
  const section = sectionOf(name, text);
  if (section === undefined) return [];
  const blocks = text.slice(section.start, section.end).split(/\n{2,}/);
  return blocks.flatMap((block): [string, string][] => {
    const [, key] = /^\n*( {2}\S.*?):( |\n|$)/.exec(block) ?? [];
    return key === undefined ? [] : [[key, block.replace(/^\n+/, '').trimEnd()]];
  });
}

/** Where the packages of a section start and end. */
function sectionOf(name: string, text: string): { start: number; end: number } | undefined {
  const head = new RegExp(`^${name}:\\n`, 'm').exec(text);
  if (head === null) return undefined;
  const start = head.index + head[0].length;
  const next = text.slice(start).search(/^\S/m);
  return { start, end: next < 0 ? text.length : start + next };
}
