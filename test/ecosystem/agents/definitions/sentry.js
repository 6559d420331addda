import { fileURLToPath } from 'node:url';
import { cleaned, treesOf } from '../tree.js';

const begin = fileURLToPath(new URL('../inside/sentry.cjs', import.meta.url));
const beginImport = fileURLToPath(new URL('../inside/sentry.mjs', import.meta.url));
const VOLATILE =
  /^(app|device|culture|os|runtime|cloud|process)\b|port$|timestamp$|(^|_)id$|\.id$|^(modules|breadcrumbs|server_name|sdk|stacktrace)$/;

export const name = 'sentry';
export const packageName = '@sentry/node';

export const flags = { require: ['--require', begin], import: ['--import', beginImport] };

export const env = (port) => ({ SENTRY_DSN: `http://key@127.0.0.1:${port}/1` });

export function read(messages) {
  const found = new Map();
  const traceOf = (trace) => {
    if (!found.has(trace)) found.set(trace, { spans: [], errors: [] });
    return found.get(trace);
  };
  for (const [{ type }, item] of messages.flatMap(({ body }) => itemsOf(body))) {
    if (type === 'span') for (const span of item.items) traceOf(span.trace_id).spans.push(readSpan(span));
    if (type === 'event') traceOf(item.contexts.trace.trace_id).errors.push(readError(item));
  }
  return new Map([...found].map(([trace, { spans, errors }]) => [trace, { spans: treesOf(spans), errors }]));
}

/** Pairs of a header and its content, one per line, after the header of the envelope. */
function itemsOf(body) {
  const [, ...lines] = String(body)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return lines.flatMap((header, i) => (i % 2 === 0 ? [[header, lines[i + 1]]] : []));
}

const changes = {
  url: withoutPort,
  host: withoutPort,
  'http.url': withoutPort,
  'http.host': withoutPort,
  'url.full': withoutPort,
  traceparent: () => '',
  'sentry-trace': () => '',
  'http.request.header.host': () => '',
  'http.request.header.traceparent': () => '',
  'http.request.header.sentry-trace': () => '',
};

function readSpan({ span_id: id, parent_span_id: parent, start_timestamp: start, attributes, ...rest }) {
  const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
  const data = { ...rest, attributes: Object.fromEntries(values) };
  return { id, parent, start, data: cleaned(data, VOLATILE, changes) };
}

function readError(item) {
  return {
    ...cleaned(item, VOLATILE, changes),
    frame: ownFrame(item.exception?.values?.[0].stacktrace?.frames ?? []),
  };
}

/** The innermost application frame of a stack. */
function ownFrame(frames) {
  const found = frames.findLast(({ filename }) => filename.endsWith('application.cjs'));
  return found && { line: found.lineno, function: found.function };
}

function withoutPort(text) {
  return text.replace(/:\d+/, '');
}
