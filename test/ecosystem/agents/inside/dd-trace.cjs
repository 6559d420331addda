'use strict';
// Channels of security products, which report only attacks: parameters, queries, bodies, responses.
const { subscribe } = require('node:diagnostics_channel');

const PARTS = {
  'datadog:query:read:finish': ['query'],
  'datadog:express:query:finish': ['query'],
  'datadog:body-parser:read:finish': ['body'],
  'datadog:express:process_params:start': ['params'],
  'datadog:router:param:start': ['params'],
  'datadog:express:response:json:start': ['body'],
  'tracing:datadog:express:response:render:start': ['view', 'options'],
  'apm:express:route:added': ['method', 'path'],
  'apm:router:route:added': ['method', 'path'],
};

const published = [];
for (const [channel, parts] of Object.entries(PARTS)) {
  subscribe(channel, (message) => {
    const trace = message.req?.headers.traceparent.split('-')[1];
    const values = Object.fromEntries(parts.map((part) => [part, message[part]]));
    // A copy of their current state.
    published.push(JSON.parse(JSON.stringify({ trace, channel, ...values }, asText)));
  });
}

/** The agent sends its data before the process ends. */
exports.flush = () =>
  fetch(`${process.env.DD_TRACE_AGENT_URL}/channels`, { method: 'POST', body: JSON.stringify(published) });

function asText(_key, value) {
  return value instanceof RegExp ? String(value) : value;
}
