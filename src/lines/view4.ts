import View5, { createRender, type RenderCallback, type ViewOptions } from '../view.js';
import { inheritedToo } from './merge4.js';

type View = InstanceType<typeof View5>;

// A function and not a class: packages that subclass it call it on an object of their own.
function View(this: View, name: string, options: ViewOptions): void {
  (View5 as unknown as typeof View).call(this, name, options);
}

Object.assign(View.prototype, (View5 as unknown as { prototype: object }).prototype, {
  /** An engine that calls back at once is not put off. */
  render: function render(this: View, options: object, callback: RenderCallback): void {
    this.engine(this.path!, options, callback);
  },
});

export default View as unknown as typeof View5;

/** Unlike 5.x, this line wants options where there is a callback after them. */
export const render = createRender((app, options) => inheritedToo(app.locals, options._locals, options));
