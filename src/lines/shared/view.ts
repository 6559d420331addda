import type { RenderCallback, ViewLike } from '../../contracts/view.js';

/** `View#render` of 3.x and 4.x: the callback is not delayed if the engine is synchronous. */
export function render(this: ViewLike, options: object, callback: RenderCallback): void {
  this.engine(this.path!, options, callback);
}
