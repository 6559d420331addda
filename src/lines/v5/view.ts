import type { RenderCallback, ViewLike } from '../../contracts/view.js';
import { createRender, createView, lookup, resolve } from '../../view.js';

export default createView({
  lookup,
  /** Engines that answer at once are put off by a tick, so that a callback never runs before render returns. */
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

/** `app.render`: what locals and options inherit does not reach a template. */
export const render = createRender((app, options) => {
  const given = options || {};
  return { ...app.locals, ...given._locals, ...given };
});
