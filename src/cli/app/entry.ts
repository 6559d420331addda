import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Import = (url: string) => Promise<unknown>;

/** Node's own way to load the file that it was started with: `require.main` is then that file. */
const loadMain = (Module as unknown as { _load(file: string, parent: null, isMain: true): unknown })._load;

const ESM = /\.m[jt]sx?$/;
const COMMONJS = /\.c[jt]sx?$/;
/** Said of a file by a `require` that cannot load modules of the other system. */
const NOT_COMMONJS = new Set(['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE']);
const MODULE_SYNTAX = /import statement|import\.meta|Unexpected token 'export'|await is only valid/;

/** Loads an application's file in the module system that it is written for, and gives what it exports. */
export async function loadEntry(file: string, load: Import): Promise<unknown> {
  const { href } = pathToFileURL(file);
  if (isModule(file)) return load(href);
  try {
    const exports = loadMain(file, null, true);
    // Newer versions of Node take a file for a module by its syntax, and then leave nothing here. It is loaded once.
    return isEmpty(exports) && !COMMONJS.test(file) ? await load(href) : exports;
  } catch (error: any) {
    if (COMMONJS.test(file) || !isOfOtherSystem(error, file)) throw error;
    return load(href);
  }
}

function isOfOtherSystem(error: any, file: string): boolean {
  if (NOT_COMMONJS.has(error?.code)) return true;
  // Node says where before it says what; another file of the application may have run a part of it already.
  return error?.name === 'SyntaxError' && MODULE_SYNTAX.test(error.message) && error.stack.startsWith(file);
}

function isEmpty(exports: unknown): boolean {
  return typeof exports === 'object' && exports !== null && Reflect.ownKeys(exports).length === 0;
}

function isModule(file: string): boolean {
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
