import { readFileSync } from 'node:fs';

const texts = new Map<string, string>();

/**
 * The text of a script that runs in a separate process. It is read once, because a package manager may move this package's
 * folder while it installs.
 */
export function readScript(name: 'supervise' | 'probe'): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8');
    texts.set(name, text);
  }
  return text;
}
