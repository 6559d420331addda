import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DOCUMENTED, documentedRow } from '../../../src/cli/compare/documented.js';
import { requestOf } from '../../../src/cli/compare/request.js';
import { comparisons } from './results.js';

function rowOf(body: string, maglev: string, line = '5', path = '/') {
  const request = requestOf({ method: 'POST', path, body });
  const differences = [{ what: 'status', express: '200 OK', maglev }];
  return documentedRow({ ...comparisons.different, request, differences }, line);
}

test('names rows of the document', () => {
  const document = readFileSync('docs/differences.md', 'utf8');
  for (const { row } of DOCUMENTED) assert.ok(document.includes(`\n| ${row}`), row);
});

test('recognizes poisoned keys', () => {
  for (const body of ['{"__proto__":1}', '[{"a":{"__proto__":{}}}]', '{"constructor":{"prototype":1}}'])
    assert.match(rowOf(body, '400 Bad Request')!, /^JSON bodies with a `__proto__` key/);
  for (const body of ['{}', '{"proto":1}', '{"constructor":1}', '{"constructor":null}', 'x', 'null'])
    assert.equal(rowOf(body, '400 Bad Request'), null, body);
  assert.equal(rowOf('{"__proto__":1}', '500 Internal Server Error'), null);
});

test('recognizes paths that 3.x rejects', () => {
  assert.match(rowOf('', '400 Bad Request', '3', '/%')!, /^3\.x: a path that cannot be decoded/);
  assert.equal(rowOf('', '400 Bad Request', '5', '/%'), null);
  assert.equal(rowOf('', '400 Bad Request', '3', '/%20'), null);
});
