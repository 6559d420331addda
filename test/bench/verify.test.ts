import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { complaintAbout, verify } from '../../bench/http/verify.js';

const right = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"7"}' };
const expected = { status: 200, json: { id: '7' } };

test('nothing is wrong with the expected answer', () => {
  assert.equal(complaintAbout(right, expected), undefined);
});

test('another status, type or value is refused, and so is what is no JSON', () => {
  assert.match(complaintAbout({ ...right, status: 500 }, expected)!, /status 500 instead of 200/);
  assert.match(complaintAbout({ ...right, headers: {} }, expected)!, /instead of JSON/);
  assert.match(complaintAbout({ ...right, body: '{"id":"8"}' }, expected)!, /says .* instead of/);
  assert.match(complaintAbout({ ...right, body: '{' }, expected)!, /says .* instead of/);
});

test('text has to be the same, and be called text', () => {
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

test('a server that answers wrongly is not measured', async () => {
  const server = http.createServer((_req, res) =>
    res.setHeader('Content-Type', 'application/json').end('{"id":"8"}'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const scenario = {
    name: 'parameter',
    requests: [{ method: 'GET', path: '/users/7', headers: {}, ...expected }],
  };
  try {
    const { port } = server.address() as AddressInfo;
    await assert.rejects(verify('somebody', scenario, port), /somebody, parameter: GET \/users\/7 says/);
  } finally {
    server.close();
  }
});
