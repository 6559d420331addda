import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRequiredGroup } from '../../src/cli/check/regexp/required.js';

describe('a named group', () => {
  for (const source of ['(?<id>a)', '(?:b(?<id>a|c))x', '[(](?<id>a)', '(?<id>[)?]+)', '\\((?<id>a)\\)?']) {
    it(`is in every match of ${source}`, () => assert.equal(isRequiredGroup(source, 'id'), true));
  }
  for (const source of [
    '(?<id>a)?',
    '(?:/(?<id>a))?',
    '(?<id>a)*',
    '(?<id>a){0,1}',
    '(?<id>a)|b',
    '(?:(?<id>a)|b)',
    '(?<ID>a)',
    '\\(?<id>a\\)',
  ]) {
    it(`may be missing in matches of ${source}`, () => assert.equal(isRequiredGroup(source, 'id'), false));
  }
});
