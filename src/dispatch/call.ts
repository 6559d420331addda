import type { Next } from '../contracts/handler.js';
import type { Line } from '../lines/line.js';
import { traceLayer, tracing } from './trace.js';

/** Runs a layer by the name that dispatch has for it or, if it is an object of a user's, by that of its line. */
export function runLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (tracing.isOn) runTraced(line, layer, error, req, res, next);
  else call(line, layer, error, req, res, next);
}

/** Apart from the others: a function in which there is a closure costs more, also where it does not make it. */
function runTraced(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  traceLayer(layer, error, req, res, next, (traced) => call(line, layer, error, req, res, traced));
}

function call(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (error) runWithError(line, layer, error, req, res, next);
  else if (layer.handleRequest !== undefined) layer.handleRequest(req, res, next);
  else layer[line.requestMethod](req, res, next);
}

function runWithError(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (layer.handleError !== undefined) layer.handleError(error, req, res, next);
  else layer[line.errorMethod](error, req, res, next);
}
