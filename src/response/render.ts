import type { Request, Response } from 'express-serve-static-core';
import type { RenderCallback } from '../contracts/view.js';

/**
 * Render a view and send it, or pass it to a callback.
 *
 * @example res.render('user', { name: 'Tobi' });
 */
export function render(this: Response, view: string, options?: any, callback?: RenderCallback): void {
  const req = this.req as Request;
  const bare = typeof options === 'function';
  const locals = bare ? {} : options || {};
  const sendRendered: RenderCallback = (error, text) => {
    if (error) return req.next!(error);
    this.send(text);
    return undefined;
  };

  locals._locals = this.locals;
  req.app.render(view, locals, (bare ? options : callback) || sendRendered);
}
