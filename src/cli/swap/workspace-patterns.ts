import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Pattern {
  readonly isNegated: boolean;
  readonly segments: readonly string[];
}

/**
 * Whether the `workspaces` of a folder's package.json match a folder below it, as npm reads them: a negated pattern applies to
 * all others, unless a later one is a path that it matches.
 */
export function isMatchedWorkspace(root: string, folder: string): boolean {
  const path = relative(root, folder).replaceAll('\\', '/').split('/');
  if (path.includes('node_modules')) return false;
  const patterns = patternsOf(root);
  const included = (list: readonly Pattern[]) => list.filter(({ isNegated }) => !isNegated);
  const excludes = ({ isNegated, segments }: Pattern, i: number) => {
    const isRevoked = included(patterns.slice(i + 1)).some((later) => matches(segments, later.segments));
    return isNegated && !isRevoked && matches(segments, path);
  };
  return included(patterns).some(({ segments }) => matches(segments, path)) && !patterns.some(excludes);
}

/** The folders below another one that its `workspaces` match and that have a package.json. */
export function matchedWorkspaces(root: string): string[] {
  const patterns = patternsOf(root).filter(({ isNegated }) => !isNegated);
  const folders = new Set(patterns.flatMap(({ segments }) => foldersFor(root, segments)));
  return [...folders].filter((folder) => {
    return existsSync(join(folder, 'package.json')) && isMatchedWorkspace(root, folder);
  });
}

/** The folders that a pattern may match, found without looking into others. */
function foldersFor(folder: string, [first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [folder];
  if (!first.includes('*')) return foldersFor(join(folder, first), rest);
  const inner = namesIn(folder, first).map((name) => join(folder, name));
  if (first !== '**') return inner.flatMap((one) => foldersFor(one, rest));
  return [...foldersFor(folder, rest), ...inner.flatMap((one) => foldersFor(one, [first, ...rest]))];
}

/** The names of folders that a segment matches. With `**`, a link could lead to a folder above. */
function namesIn(folder: string, segment: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => {
    return entry.isDirectory() || (entry.isSymbolicLink() && segment !== '**');
  });
  const names = entries.map(({ name }) => name).sort();
  return names.filter((name) => name !== 'node_modules' && matchesSegment(segment, name));
}

/** Those of an unrelated folder above may be anything. */
function patternsOf(root: string): Pattern[] {
  try {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const texts: unknown[] = Array.isArray(workspaces) ? workspaces : workspaces.packages;
    return texts.filter((text) => typeof text === 'string').map(patternOf);
  } catch {
    return [];
  }
}

function patternOf(text: string): Pattern {
  const isNegated = text.startsWith('!');
  const segments = text.slice(isNegated ? 1 : 0).split('/');
  return { isNegated, segments: segments.filter((segment) => segment !== '' && segment !== '.') };
}

function matches([first, ...rest]: readonly string[], path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first === '**' && matches(rest, path)) return true;
  const [name, ...below] = path;
  if (name === undefined || !matchesSegment(first, name)) return false;
  return matches(first === '**' ? [first, ...rest] : rest, below);
}

function matchesSegment(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(name);
}
