/** Finds the source of bundled code by the source map next to the bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface Place {
  /** `src/dispatch/dispatch.ts` */
  readonly file: string;
  /** From 0, as in profiles. */
  readonly line: number;
}

/** Greater than every column of a line, so that a mapping anywhere in the line is found. */
const END_OF_LINE = 10_000;

const maps = new Map<string, SourceMap | null>();

/** The source of a line of a bundle, counted from 0; undefined if there is no source map or mapping. */
export function sourceOf(url: string, line: number): Place | undefined {
  const entry = mapOf(url)?.findEntry(line, END_OF_LINE);
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  return { file: entry.originalSource.replace(/^(\.\.\/)+/, ''), line: entry.originalLine };
}

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) {
    const file = `${fileURLToPath(url)}.map`;
    map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
    maps.set(url, map);
  }
  return map;
}
