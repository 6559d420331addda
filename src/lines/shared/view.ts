import type { RenderCallback, ViewLike } from '../../contracts/view.js';

/** `View#render` of 3.x and 4.x: an engine that calls back at once is not put off. */
export function render(this: ViewLike, options: object, callback: RenderCallback): void {
  this.engine(this.path!, options, callback);
}
