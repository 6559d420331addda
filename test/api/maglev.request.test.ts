import assert from 'node:assert/strict';
import http from 'node:http';
import http2 from 'node:http2';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite('maglev.request', (framework, _line, version) => {
  test("is the prototype of all requests, and inherits from Node's", async () => {
    assert.equal(Object.getPrototypeOf(framework.request), http.IncomingMessage.prototype);
    framework.request.custom = () => 'custom';
    try {
      assert.equal(await inspect(framework, (req) => req.custom()), 'custom');
      const NodeRequest = version === 1 ? http.IncomingMessage : http2.Http2ServerRequest;
      assert.equal(await inspect(framework, (req) => req instanceof NodeRequest), true);
    } finally {
      delete framework.request.custom;
    }
  });
});
