// Handlers that do not declare their parameters, passed to a library that expects handlers of Express.
import type * as theirs from 'express';
import type { ErrorRequestHandler, Handler, NextFunction, Request, RequestHandler, Response } from 'maglev';

declare function use(handler: theirs.RequestHandler): void;
declare function useForErrors(handler: theirs.ErrorRequestHandler): void;
declare function keyBy(key: (req: theirs.Request) => string): void;

function plain(req: Request, res: Response, next: NextFunction): void {
  res.send(req.params.id);
  next();
}
const declared: RequestHandler = (req, res) => {
  res.send(req.params.id);
};
const onError: ErrorRequestHandler = (error, _req, _res, next) => next(error);
use(plain);
use(declared);
use({} as Handler);
use((req, res, next) => plain(req, res, next));
useForErrors(onError);
useForErrors((error: unknown, req: Request, _res: Response, next: NextFunction) => next(error ?? req.ip));
keyBy((req: Request) => String(req.ip));
const given: [Request, theirs.RequestHandler] = [{} as theirs.Request, plain];
console.log(given);
