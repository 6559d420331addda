import type { FastPath } from '../contracts/fast-path.js';

/** `Fast paths that are on: headers, head.` */
export function onText(fastPaths: readonly FastPath[]): string {
  const names = fastPaths.filter(({ on }) => on).map(({ name }) => name);
  return `Fast paths that are on: ${names.join(', ') || 'none'}.`;
}

/** One line for each reason: `Fast paths that are off: headers, head. MAGLEV_FAST_PATH is off.` */
export function offTexts(fastPaths: readonly FastPath[]): string[] {
  const off = new Map<string, string[]>();
  for (const { name, on, reason } of fastPaths) {
    if (!on) off.set(reason!, [...(off.get(reason!) ?? []), name]);
  }
  return [...off].map(([reason, names]) => `Fast paths that are off: ${names.join(', ')}. ${reason}`);
}
