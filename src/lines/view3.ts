import fs from 'node:fs';
import path from 'node:path';
import View5, { createRender, type RenderCallback, type ViewOptions } from '../view.js';
import { inheritedToo } from './merge4.js';
import View4 from './view4.js';

type View = InstanceType<typeof View5>;

// A function and not a class: packages that subclass it call it on an object of their own.
function View(this: View, name: string, options: ViewOptions): void {
  (View4 as unknown as typeof View).call(this, name, options);
}

Object.assign(View.prototype, {
  /** There is one folder only, and whatever exists there will do. */
  lookup(this: View, name: string): string | undefined {
    const file = isAbsolute(name) ? name : path.join(this.root as string, name);
    if (fs.existsSync(file)) return file;
    const index = path.join(path.dirname(file), path.basename(file, this.ext), `index${this.ext}`);
    return fs.existsSync(index) ? index : undefined;
  },

  render(this: View, options: object, callback: RenderCallback): void {
    this.engine(this.path!, options, callback);
  },
});

export default View as unknown as typeof View5;

export const render = createRender((app, options) => inheritedToo(app.locals, options._locals, options));

export function isAbsolute(name: string): boolean {
  return name[0] === '/' || (name[1] === ':' && name[2] === '\\') || name.startsWith('\\\\');
}
