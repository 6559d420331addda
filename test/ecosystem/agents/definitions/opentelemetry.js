import { fileURLToPath } from 'node:url';
import { cleaned, ownFrames, treesOf } from '../tree.js';

const begin = fileURLToPath(new URL('../inside/opentelemetry.cjs', import.meta.url));
const VOLATILE = /\.port$|^timeUnixNano$/;

export const name = 'opentelemetry';
export const packageName = '@opentelemetry/instrumentation-express';

export const flags = {
  require: ['--require', begin],
  import: ['--experimental-loader=@opentelemetry/instrumentation/hook.mjs', '--require', begin],
};

export const env = (port) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });

export function read(messages) {
  const sent = messages.flatMap(({ body }) => JSON.parse(body).resourceSpans);
  const spans = sent.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) => spans.map((span) => ({ scope: scope.name, ...span }))),
  );
  const traces = Map.groupBy
    ? Map.groupBy(spans, ({ traceId }) => traceId)
    : spans.reduce((map, span) => map.set(span.traceId, [...(map.get(span.traceId) ?? []), span]), new Map());
  return new Map([...traces].map(([trace, those]) => [trace, treesOf(those.map(readSpan))]));
}

function readSpan({
  scope,
  name,
  kind,
  spanId,
  parentSpanId,
  startTimeUnixNano,
  status,
  attributes,
  events,
}) {
  const data = { scope, name, kind, status, attributes: valuesOf(attributes), events: events.map(readEvent) };
  const changes = { 'http.url': withoutPort, 'http.host': withoutPort, 'exception.stacktrace': ownFrames };
  return {
    id: spanId,
    parent: parentSpanId,
    start: BigInt(startTimeUnixNano),
    data: cleaned(data, VOLATILE, changes),
  };
}

const readEvent = ({ name, attributes }) => ({ name, attributes: valuesOf(attributes) });

const valuesOf = (attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const withoutPort = (text) => text.replace(/:\d+/, '');
