import type { Next } from '../contracts/handler.js';
import type { Line } from '../lines/line.js';
import { traceLayer, tracing } from './trace.js';

/** Calls a layer by dispatch's own method names or, if it is an object that a user made, by those of its line. */
export function runLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (tracing.isOn) runTraced(line, layer, error, req, res, next);
  else callLayer(line, layer, error, req, res, next);
}

/** By itself, because V8 allocates a context for a function with a closure even if that is not made. */
function runTraced(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  traceLayer(layer, error, req, res, next, (traced) => callLayer(line, layer, error, req, res, traced));
}

function callLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (error) runWithError(line, layer, error, req, res, next);
  else if (layer.handleRequest !== undefined) layer.handleRequest(req, res, next);
  else layer[line.requestMethod](req, res, next);
}

function runWithError(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (layer.handleError !== undefined) layer.handleError(error, req, res, next);
  else layer[line.errorMethod](error, req, res, next);
}
