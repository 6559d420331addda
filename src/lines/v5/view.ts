import type { RenderCallback, ViewLike } from '../../contracts/view.js';
import { createRender, createView, lookup, resolve } from '../../view.js';

export default createView({
  lookup,
  /** The callback is delayed by a tick if the engine calls it synchronously. */
  render: function render(this: ViewLike, options: object, callback: RenderCallback): void {
    let returned = false;
    this.engine(this.path!, options, function onRender(this: unknown, ...args) {
      if (returned) return callback.apply(this, args);
      return process.nextTick(() => callback.apply(this, args));
    });
    returned = true;
  },
  resolve,
});

/** `app.render`: only own members of locals and options are passed to the template. */
export const render = createRender((app, options) => {
  const given = options || {};
  return { ...app.locals, ...given._locals, ...given };
});
