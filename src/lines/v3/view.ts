import fs from 'node:fs';
import path from 'node:path';
import type { ViewLike } from '../../contracts/view.js';
import { createRender, createView } from '../../view.js';
import { mergeInherited } from '../shared/merge.js';
import { render as renderAtOnce } from '../shared/view.js';

export default createView({ lookup, render: renderAtOnce });

/** 3.x has one folder of views, and accepts any existing path in it. */
function lookup(this: ViewLike, name: string): string | undefined {
  const file = isAbsolute(name) ? name : path.join(this.root as string, name);
  if (fs.existsSync(file)) return file;
  const index = path.join(path.dirname(file), path.basename(file, this.ext), `index${this.ext}`);
  return fs.existsSync(index) ? index : undefined;
}

export const render = createRender((app, options) => mergeInherited(app.locals, options._locals, options));

export function isAbsolute(name: string): boolean {
  return name[0] === '/' || (name[1] === ':' && name[2] === '\\') || name.startsWith('\\\\');
}
