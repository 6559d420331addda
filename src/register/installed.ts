import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An installed package. */
export interface Installed {
  readonly major: string;
  /** Whether it is maglev itself, under any name. */
  readonly isMaglev: boolean;
}

const known = new Map<string, Installed | null>();

/** The package that a file belongs to; null if it belongs to none that has a version. */
export function packageOf(file: string): Installed | null {
  let found = known.get(file);
  if (found === undefined) known.set(file, (found = findPackage(dirname(file))));
  return found;
}

function findPackage(folder: string): Installed | null {
  const manifest = readManifest(join(folder, 'package.json'));
  // Folders inside a package may have a package.json that only sets the type of their modules.
  if (typeof manifest?.version === 'string') {
    return {
      major: manifest.version.split('.', 1)[0]!,
      isMaglev: manifest.name === 'maglev' || 'maglev' in manifest,
    };
  }
  const parent = dirname(folder);
  return parent === folder ? null : findPackage(parent);
}

function readManifest(file: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
