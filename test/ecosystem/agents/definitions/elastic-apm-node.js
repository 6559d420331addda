import { cleaned, treesOf } from '../tree.js';

const VOLATILE =
  /^((parent_|trace_|transaction_)?id|timestamp|duration|sample_rate|port|sync|stacktrace|remote_address)$/;

export const name = 'elastic-apm-node';

export const flags = {
  require: ['--require', 'elastic-apm-node/start.js'],
  import: ['--experimental-loader=elastic-apm-node/loader.mjs', '--require', 'elastic-apm-node/start.js'],
};

export const env = (port) => ({
  ELASTIC_APM_SERVER_URL: `http://127.0.0.1:${port}`,
  ELASTIC_APM_SERVICE_NAME: 'observed',
  ELASTIC_APM_LOG_LEVEL: 'off',
  ELASTIC_APM_CAPTURE_BODY: 'all',
  ELASTIC_APM_CENTRAL_CONFIG: 'false',
  ELASTIC_APM_CLOUD_PROVIDER: 'none',
  ELASTIC_APM_METRICS_INTERVAL: '0s',
  ELASTIC_APM_SPAN_COMPRESSION_ENABLED: 'false',
});

export const respond = ({ path }) => (path === '/' ? { version: '8.0.0' } : {});

export function read(messages) {
  const found = new Map();
  const traceOf = (trace) => {
    if (!found.has(trace)) found.set(trace, { spans: [], errors: [] });
    return found.get(trace);
  };
  let framework = null;
  const events = messages
    .filter(({ path }) => path.startsWith('/intake/'))
    .flatMap(({ body }) => linesOf(body));
  for (const { metadata, transaction, span, error } of events) {
    if (metadata) framework = metadata.service.framework ?? framework;
    const one = transaction ?? span;
    if (one) traceOf(one.trace_id).spans.push(readSpan(one));
    if (error) traceOf(error.trace_id).errors.push(readError(error));
  }
  const traces = [...found].map(([trace, { spans, errors }]) => [trace, { spans: treesOf(spans), errors }]);
  return new Map([...traces, ['process', { framework }]]);
}

const linesOf = (body) =>
  String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const changes = {
  full: withoutPort,
  host: withoutPort,
  date: () => '',
  traceparent: () => '',
  'sentry-trace': () => '',
  'x-powered-by': () => '',
};

function readSpan(span) {
  return {
    id: span.id,
    parent: span.parent_id,
    start: span.timestamp,
    data: cleaned(span, VOLATILE, changes),
  };
}

function readError(error) {
  return { ...cleaned(error, VOLATILE, changes), frame: ownFrame(error.exception?.stacktrace ?? []) };
}

/** The first application frame of a stack. Their number depends on the number of framework frames. */
function ownFrame(frames) {
  const found = frames.find(({ filename }) => filename.endsWith('application.cjs'));
  return found && { line: found.lineno, function: found.function };
}

function withoutPort(text) {
  return text.replace(/:\d+/, '');
}
