// What a stand-in depends on. Replacing Express must not take away what others have come to find beside it, nor put another
// major of it on top: so a stand-in asks for all that Express asks for, in the same words, and for what maglev needs in
// other majors under names that nobody looks for.
import { satisfies } from '../src/cli/swap/range.js';
import type { Manifest } from './manifest.js';
import { closureOf, closureOfOracle, installedHere, oracleOf } from './oracle.js';

export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  /** The names that packages have in a stand-in, under those that our files require. */
  readonly renames: Readonly<Record<string, string>>;
  /** Packages that come along with maglev, but with Express too: a stand-in has them from there, so that they are shared. */
  readonly shared: Readonly<Record<string, string>>;
}

export function dependenciesOf(major: string, manifest: Manifest, vendored: readonly string[]): Dependencies {
  const dependencies: Record<string, string> = { ...oracleOf(major).dependencies };
  const renames: Record<string, string> = {};
  const shared: Record<string, string> = {};
  const express = closureOfOracle(major);
  const added: string[] = [];
  for (const [name, spec] of Object.entries(manifest.dependencies)) {
    const [original, range] = originalOf(name, spec);
    const theirs = express.get(original);
    if (theirs !== undefined && satisfies(theirs.version, range)) {
      if (name !== original) renames[name] = original;
      dependencies[original] ??= range;
      continue;
    }
    const isTaken = theirs !== undefined && name === original;
    const own = isTaken ? `${original}-v${lineOf(range)}` : name;
    if (own !== name) renames[name] = own;
    dependencies[own] = own === original ? range : `npm:${original}@${range}`;
    added.push(name);
  }
  for (const name of vendored) {
    const [original, range] = originalOf(name, manifest.devDependencies[name]!);
    const theirs = express.get(original);
    if (theirs === undefined || !satisfies(theirs.version, range)) continue;
    shared[name] = original;
    dependencies[original] ??= range;
  }
  for (const [name, range] of Object.entries(manifest.peerDependencies)) {
    // Package managers that keep packages apart would not let it see those of the project.
    if (name.startsWith('@types/')) dependencies[name] = range;
    // The middleware of 3.x comes with Express 3, which has had some of it in files of its own.
    if (major !== '3' || name.startsWith('@types/') || express.has(name)) continue;
    dependencies[name] = manifest.devDependencies[name]!;
    added.push(name);
  }
  // What comes with our additions in another major than with Express would be as near to the top.
  for (const [name, { version }] of closureOf(added.map(installedHere))) {
    const theirs = express.get(name);
    if (theirs === undefined || dependencies[name] !== undefined) continue;
    if (lineOf(theirs.version) !== lineOf(version)) dependencies[name] = theirs.range;
  }
  return { dependencies: sorted(dependencies), renames: sorted(renames), shared: sorted(shared) };
}

/** `npm:accepts@~1.3.8` is another package than its name says. */
function originalOf(name: string, spec: string): [name: string, range: string] {
  const alias = /^npm:(.+)@(.+)$/.exec(spec);
  return alias ? [alias[1]!, alias[2]!] : [name, spec];
}

/** Of a version or a range, the part that changes when something breaks: `2`, `0.5`. */
export function lineOf(version: string): string {
  const [major = '', minor = ''] = version.replace(/^\D+/, '').split('.');
  return major === '0' ? `0.${minor}` : major;
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
