import { withOverridesOf } from './pnpm.js';

/**
 * The text of a lockfile of pnpm or yarn, with the packages that only an earlier one has. When Express is a dependency again,
 * the package manager uses those versions, and removes what nothing needs.
 */
export function withPackagesOf(file: string, earlier: string, text: string): string {
  if (/(^|\/)pnpm-lock\.[^/]*yaml$/.test(file)) {
    const merged = withDependenciesOf(earlier, withOverridesOf(earlier, text));
    return PNPM_SECTIONS.reduce((merged, section) => mergeSection(section, earlier, merged), merged);
  }
  const known = new Set(blocksOf(text).flatMap(patternsOf));
  const missing = blocksOf(earlier).flatMap((block) => {
    const patterns = patternsOf(block).filter((pattern) => !known.has(pattern));
    if (patterns.length === 0) return [];
    return [`${keyOf(patterns, text.includes('\n__metadata:'))}${block.slice(block.indexOf(':\n'))}`];
  });
  return `${[text.trimEnd(), ...missing].join('\n\n')}\n`;
}

const PNPM_SECTIONS = ['packages', 'snapshots'];
const REPLACEMENT = /file:(\.\.\/)*maglev-swap\//;

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
 * A section of pnpm-lock.yaml with the packages of the earlier one that are missing, or that depend on a replacement now. pnpm
 * sorts them when it writes the file.
 */
function mergeSection(name: string, earlier: string, text: string): string {
  const section = sectionOf(name, text);
  if (section === undefined) return text;
  const before = new Map(packagesIn(name, earlier));
  const now = new Map(packagesIn(name, text));
  const isLeft = ([key, block]: [string, string]) => !(REPLACEMENT.test(block) && before.has(key));
  const merged = new Map([...before, ...[...now].filter(isLeft)]);
  const order = [...new Set([...now.keys(), ...before.keys()])];
  const blocks = order.map((key) => merged.get(key)!);
  return [text.slice(0, section.start), ...blocks, text.slice(section.end)]
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
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
