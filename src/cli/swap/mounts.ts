import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

const TABLE = '/proc/self/mountinfo';

/** The mount points below a folder, such as Docker volumes: what is in them does not belong to the project. */
export function mountsBelow(folder: string): string[] {
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return [];
  const home = realpathSync(folder);
  // A bind mount of the same file system has the same device as the folder around it, so only the table shows it.
  const mounts = existsSync(TABLE) ? mountsIn(TABLE) : otherDevicesBelow(home, lstatSync(home).dev);
  return [...new Set(mounts)].filter((mount) => mount.startsWith(home + sep));
}

/** Whether something is mounted at a path; only known where the system has a table. */
export function isMount(place: string): boolean {
  return existsSync(TABLE) && mountsIn(TABLE).includes(join(realpathSync(dirname(place)), basename(place)));
}

/** The mount point is the fifth field, with white space and backslashes as octal numbers. */
function mountsIn(table: string): string[] {
  const lines = readFileSync(table, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const path = line.split(' ')[4];
    if (path === undefined) return [];
    return [path.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))];
  });
}

function otherDevicesBelow(folder: string, device: number): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const place = join(folder, entry.name);
    return lstatSync(place).dev === device ? otherDevicesBelow(place, device) : [place];
  });
}
