import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestsOf } from '../../bench/http/pool.js';
import { PreparedRequests } from '../../bench/http/prepared-requests.js';
import { scenarioOf, scenarios } from '../../bench/http/scenarios.js';

/** The minimum of different requests, if it is not the number of ids. */
const FEWER: Readonly<Record<string, number>> = {
  same: 1,
  'post-json-1024': 500,
  'post-json-102400': 300,
  'post-form': 500,
  'static-10240': 100,
};

for (const scenario of scenarios) {
  describe(`the requests of "${scenario.name}"`, () => {
    const requests = requestsOf(scenario);

    it('are many, and all differ', () => {
      assert.ok(scenario.size >= (FEWER[scenario.id] ?? 100_000), String(scenario.size));
      const keys = requests.map(({ method, path, headers: { cookie }, body }) => [
        method,
        path,
        cookie,
        body,
      ]);
      assert.equal(new Set(keys.map((key) => key.join(' '))).size, scenario.size);
    });

    it('have responses that differ', () => {
      const responses = requests.flatMap(({ status, json, text }) =>
        json || text ? [`${status} ${text ?? JSON.stringify(json)}`] : [],
      );
      assert.equal(new Set(responses).size, responses.length);
    });

    it('are of every kind, in turn', () => {
      const kindOf = ({ method, path, status }: (typeof requests)[number]) =>
        `${status} ${method} ${path.replaceAll(/\d{6}/g, '').replace(/\?.*/, '')}`;
      const some = requests.slice(0, 2 * scenario.kinds.length).map(kindOf);
      if (scenario.id === 'api') assert.equal(new Set(some).size, scenario.kinds.length);
      for (const [i, kind] of some.slice(scenario.kinds.length).entries()) {
        if (scenario.id !== 'static-10240') assert.equal(kind, some[i]);
      }
    });
  });
}

describe('prepared requests', () => {
  it('are the bytes of requests in sequence, with the length of the response', () => {
    const { next } = new PreparedRequests({ ...scenarioOf('param'), size: 2 });
    const seen = Array.from({ length: 3 }, () => next());
    assert.deepEqual(
      seen.map(({ name }) => name),
      ['GET /users/100000', 'GET /users/100001', 'GET /users/100000'],
    );
    assert.equal(seen[0]!.bytes.toString(), 'GET /users/100000 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.deepEqual([seen[0]!.status, seen[0]!.length], [200, '{"id":"100000"}'.length]);
  });

  it('have no length if no body is expected', () => {
    const { status, length } = new PreparedRequests(scenarioOf('not-found')).next();
    assert.deepEqual([status, length], [404, null]);
  });
});
