import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from './survey.js';

/** Whether a development dependency of the project or of a workspace is installed. */
export function hasDevelopment(root: string, projects: readonly string[]): boolean {
  return projects.some((project) => {
    const { devDependencies } = readManifest(project);
    return Object.keys(devDependencies ?? {}).some((name) => {
      return [project, root].some((home) => existsSync(join(home, 'node_modules', name)));
    });
  });
}
