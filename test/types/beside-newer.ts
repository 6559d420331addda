// Handlers of 4.x with the types of Express 5, whose parameters are strings or arrays of strings. A handler that reads
// only strings is rejected, so a handler for such a library has to declare its parameters, or declare them as any.
import type * as theirs from 'express';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'maglev/v4';

declare function use(handler: theirs.RequestHandler): void;
declare function useForErrors(handler: theirs.ErrorRequestHandler): void;

const any: RequestHandler<any> = (req, res) => res.send(req.params.id);
const none: RequestHandler<object> = (req, res) => res.send(req.ip);
const onError: ErrorRequestHandler<any> = (error, _req, _res, next) => next(error);
use(any);
use(none);
use((req, res, next) => any(req, res, next));
use((req: Request<object>, _res: Response, next: NextFunction) => next(req.ip));
useForErrors(onError);

const texts: RequestHandler = (req, res) => {
  const id: string = req.params.id;
  // @ts-expect-error it is a string
  const number: number = req.params.id;
  res.send([id, number]);
};
// @ts-expect-error a parameter can be an array
use(texts);
// @ts-expect-error a parameter can be an array
const request: Request = {} as theirs.Request;
console.log(request);
