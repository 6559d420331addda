import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { subjects } from '../../harness/folders.js';
import { cleaned, treesOf } from '../tree.js';

const require = createRequire(import.meta.url);
const VOLATILE =
  /duration|_millis$|^(totalTime|timestamp|priority|guid|parentId|transactionId|traceId|trustedParentId|nr\..*|port|spanId|parentSpanId)$/i;
/** The location of a function. */
const PLACE = ['code.filepath', 'code.lineno', 'code.column'];
/** Only metrics about frameworks. */
const METRICS = /express|router|^WebTransaction\/|^View|^Errors/i;

export const name = 'newrelic';

export const flags = {
  require: ['--require', 'newrelic'],
  import: ['--import', 'newrelic/esm-loader.mjs', '--require', 'newrelic'],
};

/** It sends its data only over TLS. */
export async function tls() {
  const { generate } = require('selfsigned');
  const names = [{ type: 2, value: 'localhost' }];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  const file = join(subjects, 'collector.pem');
  writeFileSync(file, made.cert);
  return { key: made.private, cert: made.cert, file };
}

export const env = (port, { file }) => ({
  NODE_EXTRA_CA_CERTS: file,
  NEW_RELIC_NO_CONFIG_FILE: 'true',
  NEW_RELIC_APP_NAME: 'observed',
  NEW_RELIC_LICENSE_KEY: 'a'.repeat(40),
  NEW_RELIC_HOST: 'localhost',
  NEW_RELIC_PORT: String(port),
  NEW_RELIC_LOG_ENABLED: 'false',
  NEW_RELIC_ATTRIBUTES_INCLUDE: 'request.parameters.*',
  NEW_RELIC_DISTRIBUTED_TRACING_SAMPLER_REMOTE_PARENT_SAMPLED: 'always_on',
  NEW_RELIC_UTILIZATION_DETECT_AWS: 'false',
  NEW_RELIC_UTILIZATION_DETECT_AZURE: 'false',
  NEW_RELIC_UTILIZATION_DETECT_AZUREFUNCTION: 'false',
  NEW_RELIC_UTILIZATION_DETECT_GCP: 'false',
  NEW_RELIC_UTILIZATION_DETECT_PCF: 'false',
  NEW_RELIC_UTILIZATION_DETECT_DOCKER: 'false',
  NEW_RELIC_UTILIZATION_DETECT_KUBERNETES: 'false',
});

const CONNECTED = {
  agent_run_id: 'run',
  account_id: '1',
  trusted_account_key: '1',
  primary_application_id: '1',
  collect_traces: true,
  collect_errors: true,
  collect_error_events: true,
  collect_span_events: true,
  collect_analytics_events: true,
  event_harvest_config: {
    report_period_ms: 60_000,
    harvest_limits: { analytic_event_data: 1_000, error_event_data: 1_000, span_event_data: 10_000 },
  },
  span_event_harvest_config: { report_period_ms: 60_000, harvest_limit: 10_000 },
};

const methodOf = ({ path }) => new URL(path, 'https://localhost').searchParams.get('method');

export function respond(message) {
  const method = methodOf(message);
  if (method === 'preconnect') return { return_value: { redirect_host: `localhost:${message.port}` } };
  return { return_value: method === 'connect' ? CONNECTED : [] };
}

export function read(messages) {
  const found = new Map();
  const traceOf = (trace) => {
    if (!found.has(trace)) found.set(trace, { spans: [], transactions: [], errors: [] });
    return found.get(trace);
  };
  const sent = (method) =>
    messages.filter((one) => methodOf(one) === method).map(({ body }) => JSON.parse(body));
  for (const [, , events] of sent('span_event_data')) {
    for (const [own, ...more] of events) traceOf(own.traceId).spans.push(readSpan(own, more));
  }
  for (const [kind, method] of [
    ['transactions', 'analytic_event_data'],
    ['errors', 'error_event_data'],
  ]) {
    for (const [, , events] of sent(method)) {
      for (const event of events) traceOf(event[0].traceId)[kind].push(cleaned(event, VOLATILE, changes));
    }
  }
  const traces = [...found].map(([trace, { spans, ...rest }]) => {
    // Times are in milliseconds.
    return [trace, { spans: treesOf(spans, { isCoarse: true }), ...rest }];
  });
  return new Map([...traces, ['process', metricsIn(sent('metric_data'))]]);
}

const changes = { 'request.headers.host': () => '' };

function readSpan(own, more) {
  const data = cleaned([own, ...more.map(withoutPlace)], VOLATILE, changes);
  return { id: own.guid, parent: own.parentId, start: own.timestamp, data: { event: data } };
}

/** The functions of the framework have other locations. */
function withoutPlace(attributes) {
  if (attributes['code.filepath']?.endsWith('application.cjs')) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !PLACE.includes(key)));
}

/** How often each metric was counted in all harvests, without Apdex, which depends on speed. */
function metricsIn(sent) {
  const counts = {};
  for (const [{ name, scope = '' }, [count]] of sent.flatMap(([, , , metrics]) => metrics)) {
    if (!METRICS.test(name) || name.startsWith('Apdex')) continue;
    const key = `${name} ${scope}`;
    counts[key] = (counts[key] ?? 0) + count;
  }
  return cleaned(counts, /^$/);
}
