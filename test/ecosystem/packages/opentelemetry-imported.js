import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { applicationBy, serve, trace } from '../tracing/traced.js';

/** The packages have files of their own. */
export const packageName = null;
export { cases, volatile } from '../tracing/cases.js';
export const isolated = true;

/** As in applications that import Express: OpenTelemetry instruments it through a hook of the module loader. */
export async function program({ require, load, line }) {
  register(pathToFileURL(require.resolve('@opentelemetry/instrumentation/hook.mjs')));
  const { recorder, api } = trace(require);
  const { default: express } = await load('express');
  return serve(await load('node:http'), applicationBy(express, api, line), recorder);
}
