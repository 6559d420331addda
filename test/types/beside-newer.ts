// Handlers of 4.x beside the types of Express 5, whose parameters are texts or lists of them: what reads texts alone is
// refused, so what is handed to such a library says which parameters it has, or that they may be any.
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
  // @ts-expect-error it is a text
  const number: number = req.params.id;
  res.send([id, number]);
};
// @ts-expect-error a parameter may be a list
use(texts);
// @ts-expect-error a parameter may be a list
const request: Request = {} as theirs.Request;
console.log(request);
