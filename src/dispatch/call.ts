import type { Next } from '../contracts/handler.js';
import type { Line } from '../lines/line.js';
import { traceLayer, tracing } from './trace.js';

/**
 * Runs a layer by the name that its line has for it or, if it is an object of a user's that has none of that name, by that of
 * dispatch, which for layers of ours leads there.
 */
export function runLayer(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (tracing.isOn) runTraced(line, layer, error, req, res, next);
  else if (error) runWithError(line, layer, error, req, res, next);
  else if (isOfOtherLine(layer, line)) layer.handleRequest(req, res, next);
  else layer[line.requestMethod](req, res, next);
}

/** Whether a layer can only be run by the name that dispatch has for it. */
export function isOfOtherLine(layer: any, line: Line): boolean {
  return layer[line.requestMethod] === undefined && layer.handleRequest !== undefined;
}

/** A separate function, because one that contains a closure costs more even where it does not create it. */
function runTraced(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  traceLayer(layer, error, req, res, next, (traced) => {
    if (error) runWithError(line, layer, error, req, res, traced);
    else if (isOfOtherLine(layer, line)) layer.handleRequest(req, res, traced);
    else layer[line.requestMethod](req, res, traced);
  });
}

function runWithError(line: Line, layer: any, error: unknown, req: any, res: any, next: Next): void {
  if (isOfOtherLine(layer, line)) layer.handleError(error, req, res, next);
  else layer[line.errorMethod](error, req, res, next);
}
