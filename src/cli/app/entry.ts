import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Import = (url: string) => Promise<unknown>;

/** Loads a file as node's main file, so that `require.main` is that file. */
const loadMain = (Module as unknown as { _load(file: string, parent: null, isMain: true): unknown })._load;

const ESM = /\.m[jt]sx?$/;
const COMMONJS = /\.c[jt]sx?$/;
/** Error codes for ES modules that `require` cannot load. */
const NOT_COMMONJS = new Set(['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE']);
const MODULE_SYNTAX = /import statement|import\.meta|Unexpected token 'export'|await is only valid/;

/** Loads an application's file in its module system, and returns its exports. */
export async function loadEntry(file: string, load: Import): Promise<unknown> {
  const { href } = pathToFileURL(file);
  if (isModule(file)) return load(href);
  try {
    const exports = loadMain(file, null, true);
    // Newer versions of Node detect ES modules by their syntax, and export nothing here. The file is loaded only once.
    return isEmpty(exports) && !COMMONJS.test(file) ? await load(href) : exports;
  } catch (error: any) {
    if (COMMONJS.test(file) || !isOfOtherSystem(error, file)) throw error;
    return load(href);
  }
}

function isOfOtherSystem(error: any, file: string): boolean {
  if (NOT_COMMONJS.has(error?.code)) return true;
  // Only if the stack starts in this file: another file may already have run part of the application.
  return error?.name === 'SyntaxError' && MODULE_SYNTAX.test(error.message) && error.stack.startsWith(file);
}

function isEmpty(exports: unknown): boolean {
  return typeof exports === 'object' && exports !== null && Reflect.ownKeys(exports).length === 0;
}

/** Whether a file is an ES module, by its extension or its package. */
export function isModule(file: string): boolean {
  if (ESM.test(file)) return true;
  return !COMMONJS.test(file) && packageType(dirname(file)) === 'module';
}

function packageType(folder: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type;
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : packageType(above);
  }
}
