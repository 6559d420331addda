import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
