import type { Request, Response } from 'express-serve-static-core';
import createError from 'http-errors';
import type { ResponseLine } from './line.js';

export function createFormat(line: ResponseLine) {
  /**
   * Respond with a format that the client accepts.
   *
   * @example res.format({ text: () => res.send('hey'), json: () => res.send({ message: 'hey' }) });
   */
  return function format(this: Response, obj: Record<string, any>): Response {
    const req = this.req as Request;
    const next = req.next!;
    const offered = Object.keys(obj).filter((key) => key !== 'default');
    const key = offered.length > 0 && req.accepts(offered);

    this.vary('Accept');

    if (key) {
      this.set('Content-Type', line.offeredType(key));
      obj[key](req, this, next);
    } else if (obj.default) {
      obj.default(req, this, next);
    } else {
      next(createError(406, { types: offered.map(line.offeredType) }));
    }
    return this;
  };
}
