import { readFileSync } from 'node:fs';

const texts = new Map<string, string>();

/**
 * The text of a script that runs in a process of its own. It is read once: a package manager may move the folder of this package
 * while it installs.
 */
export function readScript(name: 'supervise' | 'probe'): string {
  let text = texts.get(name);
  if (text === undefined) {
    text = readFileSync(new URL(`./${name}.js`, import.meta.url), 'utf8');
    texts.set(name, text);
  }
  return text;
}
