import { readdirSync } from 'node:fs';

/** The test files of a checkout. `test:ecosystem` and others install packages below `test/`, whose tests are not ours. */
export function testFiles(root: string): string[] {
  return readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'));
}
