import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { App } from './contracts/app.js';
import type { Engine, RenderCallback, ViewConstructor, ViewLike, ViewOptions } from './contracts/view.js';

// Taken when loaded, as in Express: tests of applications replace them later.
const { basename, dirname, extname, join, resolve: resolvePath } = path;

const require = createRequire(import.meta.url);

/** The members of a line's views, which packages patch. */
export type ViewMembers = Partial<Pick<ViewLike, 'lookup' | 'render' | 'resolve'>>;

/**
 * Creates the constructor of a line's views, with its own prototype: patches of one line do not affect the others.
 */
export function createView(members: ViewMembers): ViewConstructor {
  // A function, not a class: packages that subclass it call `View.call(this, ...)`.
  function View(this: ViewLike, name: string, options: ViewOptions): void {
    const { defaultEngine, root, engines } = options || {};

    this.defaultEngine = defaultEngine;
    this.ext = extname(name);
    this.name = name;
    this.root = root;

    let file = name;
    if (!this.ext) {
      if (!defaultEngine) throw new Error('No default engine was specified and no extension was provided.');
      this.ext = defaultEngine[0] === '.' ? defaultEngine : `.${defaultEngine}`;
      file += this.ext;
    }

    engines[this.ext] ||= loadEngine(this.ext.slice(1));
    this.engine = engines[this.ext]!;
    this.path = this.lookup(file);
  }
  Object.assign(View.prototype, members);
  return View as unknown as ViewConstructor;
}

/** Looks for a template in each of the folders that `views` names. */
export function lookup(this: ViewLike, name: string): string | undefined {
  let found: string | undefined;
  for (const root of ([] as (string | undefined)[]).concat(this.root)) {
    const location = resolvePath(root as string, name);
    found = this.resolve(dirname(location), basename(location));
    if (found) break;
  }
  return found;
}

/** The template of a name in a folder: a file, or the index of a folder. */
export function resolve(this: ViewLike, dir: string, file: string): string | undefined {
  const candidates = [join(dir, file), join(dir, basename(file, this.ext), `index${this.ext}`)];
  return candidates.find(isFile);
}

/** Merges the locals of a template; `options` is the argument of `render`, if any. */
export type MergeLocals = (app: App, options: any) => Record<string, any>;

export function createRender(mergeLocals: MergeLocals) {
  /**
   * Render a view to a string.
   *
   * @example app.render('email', { name: 'Tobi' }, (error, html) => {});
   */
  return function render(this: App, name: string, options: any, callback?: RenderCallback): unknown {
    const bare = typeof options === 'function';
    const done: RenderCallback = bare ? options : callback!;
    const merged = mergeLocals(this, bare ? {} : options);
    merged.cache ??= this.enabled('view cache');

    let view = merged.cache ? this.cache[name] : undefined;
    if (!view) {
      const Constructor: ViewConstructor = this.get('view');
      view = new Constructor(name, {
        defaultEngine: this.get('view engine'),
        root: this.get('views'),
        engines: this.engines,
      });
      if (!view.path) return done(lookupFailure(name, view));
      if (merged.cache) this.cache[name] = view;
    }

    try {
      view.render(merged, done);
    } catch (error) {
      done(error);
    }
    return undefined;
  };
}

function lookupFailure(name: string, view: ViewLike): Error {
  const error = new Error(`Failed to lookup view "${name}" in views ${describeRoots(view.root)}`);
  return Object.assign(error, { view });
}

function describeRoots(root: string | string[] | undefined): string {
  if (!Array.isArray(root) || root.length < 2) return `directory "${root}"`;
  return `directories "${root.slice(0, -1).join('", "')}" or "${root.at(-1)}"`;
}

function loadEngine(name: string): Engine {
  const loaded = require(name);
  const engine = typeof loaded.__maglev === 'function' ? loaded.__maglev : loaded.__express;
  if (typeof engine !== 'function') throw new Error(`Module "${name}" does not provide a view engine.`);
  return engine;
}

function isFile(path: string): boolean {
  try {
    return fs.statSync(path).isFile();
  } catch {
    return false;
  }
}
