import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatJson, parseJson } from '../../../src/cli/swap/json.js';

describe('package.json', () => {
  const STYLES: Readonly<Record<string, string>> = {
    'two spaces': '{\n  "a": {\n    "b": 1\n  }\n}\n',
    tabs: '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n',
    'no final newline': '{\n    "a": {\n        "b": 1\n    }\n}',
    'a byte order mark': '\uFEFF{\n  "a": {\n    "b": 1\n  }\n}\n',
    'CRLF line endings': '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}\r\n',
    'one line': '{"a":{"b":1}}',
  };
  for (const [style, text] of Object.entries(STYLES)) {
    it(`keeps ${style}`, () => {
      const value = parseJson(text, 'package.json');
      assert.deepEqual(value, { a: { b: 1 } });
      assert.equal(formatJson(value, text), text);
    });
  }

  it('is named if it is not valid', () => {
    assert.throws(() => parseJson('{', 'package.json'), /^Error: package\.json is not valid JSON: /);
  });
});
