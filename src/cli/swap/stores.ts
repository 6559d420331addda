/** Folders besides `node_modules` in which a package manager is set to keep the packages of a project. */
import { relative, resolve } from 'node:path';
import { textIn } from './disk.js';
import type { ManagerName } from './locks.js';
import { PNPM_WORKSPACE } from './paths.js';

const CONFIGURATIONS = ['.npmrc', PNPM_WORKSPACE, '.yarnrc', '.yarnrc.yml'];
const SETTING =
  /^\s*["']?(?:virtual-store-dir|virtualStoreDir|cacheFolder|pnpUnpluggedFolder|yarn-offline-mirror)["']?\s*[:= ]\s*["']?([^"'#\n]+)/gm;

/** The settings that name such a folder. */
export function storeSettings(name: ManagerName, isBerry: boolean): readonly string[] {
  const yarn = isBerry ? ['cacheFolder', 'pnpUnpluggedFolder'] : ['yarn-offline-mirror'];
  return { npm: [], pnpm: ['virtual-store-dir'], yarn }[name];
}

/** A folder relative to the project, with slashes; null if it is outside, or part of `node_modules`. */
export function storeIn(project: string, folder: string): string | null {
  const path = relative(project, resolve(project, folder)).replaceAll('\\', '/');
  const isElsewhere = path === '' || /^(\.\.(\/|$)|\/|[a-z]:)/i.test(path);
  return isElsewhere || /(^|\/)node_modules(\/|$)/.test(path) ? null : path;
}

/** Whether a file of the project configures this folder. A journal that comes with a cloned repository may name any. */
export function isConfiguredStore(project: string, path: string): boolean {
  return CONFIGURATIONS.some((file) => {
    return Array.from(textIn(project, file).matchAll(SETTING), ([, value = '']) =>
      storeIn(project, value.trim()),
    ).includes(path);
  });
}
