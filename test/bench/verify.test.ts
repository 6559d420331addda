import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { describe, it } from 'node:test';
import { complaintAbout, verify } from '../../bench/http/verify.js';

const right = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"7"}' };
const expected = { status: 200, json: { id: '7' } };

test('accepts the expected response', () => {
  assert.equal(complaintAbout(right, expected), undefined);
});

test('rejects another status, type or value, and invalid JSON', () => {
  assert.match(complaintAbout({ ...right, status: 500 }, expected)!, /status 500 instead of 200/);
  assert.match(complaintAbout({ ...right, headers: {} }, expected)!, /instead of JSON/);
  assert.match(complaintAbout({ ...right, body: '{"id":"8"}' }, expected)!, /says .* instead of/);
  assert.match(complaintAbout({ ...right, body: '{' }, expected)!, /says .* instead of/);
});

test('requires the same text and a text type', () => {
  const text = { status: 200, text: 'fine' };
  assert.equal(
    complaintAbout({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'fine' }, text),
    undefined,
  );
  assert.match(complaintAbout({ ...right, body: 'fine' }, text)!, /instead of text/);
  assert.match(
    complaintAbout({ ...right, headers: { 'content-type': 'text/html' }, body: 'fin' }, text)!,
    /says/,
  );
});

describe('a server with wrong responses is not measured', () => {
  const request = (path: string, id: string) => ({
    method: 'GET',
    path: `/${path}/${id}`,
    headers: {},
    status: 200,
    json: { id },
  });
  const scenario = {
    name: 'several kinds',
    kinds: [
      (index: number) => request('users', String(index)),
      (index: number) => request('items', String(index)),
    ],
    size: 1000,
  };
  const cases: [what: string, respond: (path: string, id: string) => string, message: RegExp | undefined][] =
    [
      ['unless all of its responses are right', (_path, id) => id, undefined],
      ['for any kind of request', (path, id) => (path === 'items' ? '8' : id), /GET \/items\/0 says/],
      ['also if it repeats its first response', () => '0', /somebody, several kinds: GET \/users\/249 says/],
      ['also if the last of a kind is wrong', (_path, id) => (id === '999' ? '' : id), /\/users\/999 says/],
    ];
  for (const [what, respond, message] of cases) {
    it(what, async () => {
      const server = http.createServer((req, res) => {
        const [, path, id] = req.url!.split('/');
        res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ id: respond(path!, id!) }));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      try {
        const verified = verify('somebody', scenario, (server.address() as AddressInfo).port);
        if (message === undefined) assert.equal((await verified).length, 10);
        else await assert.rejects(verified, message);
      } finally {
        server.close();
      }
    });
  }
});
