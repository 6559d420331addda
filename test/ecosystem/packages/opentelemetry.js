import { applicationBy, serve, trace } from '../tracing/traced.js';

export const packageName = '@opentelemetry/instrumentation-express';

export { cases, volatile } from '../tracing/cases.js';
export const isolated = true;

export function program({ require, line }) {
  const { recorder, api } = trace(require);
  const app = applicationBy(require('express'), api, line);
  return serve(require('node:http'), app, recorder);
}
