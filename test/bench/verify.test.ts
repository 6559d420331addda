import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { describe, it } from 'node:test';
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

describe('a server that answers wrongly is not measured', () => {
  const ask = (path: string, id: string) => ({
    method: 'GET',
    path: `/${path}/${id}`,
    headers: {},
    status: 200,
    json: { id },
  });
  const scenario = {
    name: 'several kinds',
    kinds: [(index: number) => ask('users', String(index)), (index: number) => ask('items', String(index))],
    size: 1000,
  };
  const cases: [what: string, answer: (path: string, id: string) => string, said: RegExp | undefined][] = [
    ['unless it answers all rightly', (_path, id) => id, undefined],
    ['whichever kind it is about', (path, id) => (path === 'items' ? '8' : id), /GET \/items\/0 says/],
    ['also if it remembers its first answer', () => '0', /somebody, several kinds: GET \/users\/249 says/],
    ['also if the last of a kind is wrong', (_path, id) => (id === '999' ? '' : id), /\/users\/999 says/],
  ];
  for (const [what, answer, said] of cases) {
    it(what, async () => {
      const server = http.createServer((req, res) => {
        const [, path, id] = req.url!.split('/');
        res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ id: answer(path!, id!) }));
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      try {
        const verified = verify('somebody', scenario, (server.address() as AddressInfo).port);
        if (said === undefined) assert.equal((await verified).length, 10);
        else await assert.rejects(verified, said);
      } finally {
        server.close();
      }
    });
  }
});
