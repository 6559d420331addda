import { createRequire } from 'node:module';
import { cleaned, ownFrames, treesOf } from '../tree.js';

const { decode } = createRequire(import.meta.url)('@msgpack/msgpack');

/** Ids, times, and other values that differ between runs. */
const VOLATILE =
  /^(runtime-id|process_id|_dd\.p\.(tid|dm)|_dd\.tags\.process|(network\.destination|out)\.port|(http\.client_|network\.client\.)ip)$/;

export const name = 'dd-trace';

export const flags = {
  require: ['--require', 'dd-trace/init'],
  import: ['--import', 'dd-trace/initialize.mjs'],
};

export const env = (port) => ({
  DD_TRACE_AGENT_URL: `http://127.0.0.1:${port}`,
  DD_TRACE_AGENT_PROTOCOL_VERSION: '0.4',
  DD_SERVICE: 'observed',
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false',
  DD_TRACE_STARTUP_LOGS: 'false',
});

/** Without endpoints, so that features of newer collectors stay off. */
export const respond = ({ path }) => (path === '/info' ? { endpoints: [] } : { rate_by_service: {} });

export function read(messages) {
  const traces = new Map();
  for (const { path, body } of messages) {
    if (path !== '/v0.4/traces') continue;
    for (const chunk of decode(body, { useBigInt64: true })) {
      for (const span of chunk) {
        const trace = span.trace_id.toString(16).padStart(32, '0');
        traces.set(trace, [...(traces.get(trace) ?? []), span]);
      }
    }
  }
  const published = messages
    .filter(({ path }) => path === '/channels')
    .flatMap(({ body }) => JSON.parse(body));
  const found = [...traces].map(([trace, spans]) => {
    const channels = published.filter((one) => one.trace === trace).map(({ trace, ...rest }) => rest);
    return [trace, { spans: treesOf(spans.map(readSpan)), channels }];
  });
  return new Map([...found, ['process', published.filter(({ trace }) => trace === undefined)]]);
}

function readSpan({ span_id, parent_id, start, name, resource, type, error, meta, metrics, service }) {
  const data = { name, resource, type, error, service, meta, metrics };
  const text = cleaned(JSON.parse(JSON.stringify(data, numbers)), VOLATILE, {
    'error.stack': ownFrames,
    'http.url': (url) => url.replace(/:\d+/, ''),
  });
  return { id: span_id, parent: parent_id, start, data: text };
}

function numbers(_key, value) {
  return typeof value === 'bigint' ? Number(value) : value;
}
