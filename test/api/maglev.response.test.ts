import assert from 'node:assert/strict';
import http from 'node:http';
import http2 from 'node:http2';
import { test } from 'node:test';
import { inspect, lines, suite } from '../support/api.js';

suite('maglev.response', (framework, line, version) => {
  test("is the prototype of all responses, and inherits from Node's", async () => {
    const parent = Object.getPrototypeOf(framework.response);
    // One prototype is in between. In 3.x it has what connect added to Node's prototype, in the other lines replacements
    // of Node's methods.
    const isBetween =
      line === 3 || (framework === lines[line].maglev && process.env.MAGLEV_FAST_PATH !== 'off');
    assert.equal(isBetween ? Object.getPrototypeOf(parent) : parent, http.ServerResponse.prototype);
    framework.response.custom = () => 'custom';
    try {
      assert.equal(await inspect(framework, (_req, res) => res.custom()), 'custom');
      const NodeResponse = version === 1 ? http.ServerResponse : http2.Http2ServerResponse;
      assert.equal(await inspect(framework, (_req, res) => res instanceof NodeResponse), true);
    } finally {
      delete framework.response.custom;
    }
  });
});
