import { readdirSync } from 'node:fs';

/** The test files of a checkout, without those of packages that `test:ecosystem` and others install below `test/`. */
export function testFiles(root: string): string[] {
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'));
}
