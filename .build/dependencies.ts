// The dependencies of a replacement. Replacing Express must not remove a package that others expect in node_modules, nor install
// another major of it at the top level. So a replacement has all dependencies of Express, with the same ranges. What maglev needs
// in other majors gets names that nobody else uses.
import { satisfies } from '../src/cli/swap/range.js';
import type { Manifest } from './manifest.js';
import { closureOf, closureOfOracle, installedHere, oracleOf } from './oracle.js';

export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  /** The names of packages in a replacement, by the names that maglev's files require. */
  readonly renames: Readonly<Record<string, string>>;
  /** Packages that maglev bundles and Express installs: a replacement uses the installed ones, so that they are shared. */
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
    // Package managers that isolate packages would not let the replacement resolve those of the project.
    if (name.startsWith('@types/')) dependencies[name] = range;
    // Express 3 includes the middleware of 3.x; it had some of it in its own files.
    if (major !== '3' || name.startsWith('@types/') || express.has(name)) continue;
    dependencies[name] = manifest.devDependencies[name]!;
    added.push(name);
  }
  // A package that the additions need in another major than Express could be hoisted to the top level instead.
  for (const [name, { version }] of closureOf(added.map(installedHere))) {
    const theirs = express.get(name);
    if (theirs === undefined || dependencies[name] !== undefined) continue;
    if (lineOf(theirs.version) !== lineOf(version)) dependencies[name] = theirs.range;
  }
  return { dependencies: sorted(dependencies), renames: sorted(renames), shared: sorted(shared) };
}

/** Resolves an alias: `npm:accepts@~1.3.8` is not the package that its name suggests. */
function originalOf(name: string, spec: string): [name: string, range: string] {
  const alias = /^npm:(.+)@(.+)$/.exec(spec);
  return alias ? [alias[1]!, alias[2]!] : [name, spec];
}

/** The part of a version or range that changes with a breaking change: `2`, `0.5`. */
export function lineOf(version: string): string {
  const [major = '', minor = ''] = version.replace(/^\D+/, '').split('.');
  return major === '0' ? `0.${minor}` : major;
}

function sorted(entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}
