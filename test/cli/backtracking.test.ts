import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backtrackingOf, type Growth } from '../../src/cli/check/regexp/backtracking.js';

const CASES: [Growth | null, RegExp[]][] = [
  [
    'exponential',
    [
      /^(a+)+$/,
      /^(a*)*$/,
      /^(a|a)*$/,
      /^(a|aa)+$/,
      /^\/(?:[a-z]+-?)+$/,
      /^\/([a-z]+)*\/x/,
      /(x+x+)+y/,
      /^\/(?:a+)+\/?$/i,
      /^(?:\w|\d)+$/,
      /^(?:[aA]|a)+$/,
      /^(?:a{1,20})+$/,
      /^\/(\x61|a)+!$/,
    ],
  ],
  ['polynomial', [/^\d+\d+$/, /^.*x.*y$/, /^([^/]+)-([^/]+)$/, /^\/.*\.*z$/, /^[a-z]*[A-Z]*$/i]],
  [
    null,
    [
      /^\/users\/(\d+)\/?$/i,
      /^(?:\/[^/]+)+$/,
      /^(a|b)*$/,
      /^\/a.*$/,
      // It succeeds on the first attempt, so it never backtracks.
      /^\/(a+)+/,
      /(.*)*/,
      /^\/(\w+)\/(\w+)$/,
      /^[a-z]*[A-Z]*$/,
      /^\/(?:(?!-)\w)+$/,
      // The expressions that path-to-regexp generates for `/:a-:b`, `/*/x/*` and `/:a/:b*`.
      /^(?:\/([^/]+?))-(?:((?:(?!\/|-).)+?))\/?$/i,
      /^\/(.*)\/x\/(.*)\/?$/i,
      /^(?:\/([^/]+?))(?:\/([^/]+?)((?:[/].+?)?))\/?$/i,
      // The path of a request never contains spaces.
      /^\/([ \t]+)+x$/,
      // Not analysed, so nothing is reported.
      /^(a+)\1+$/,
    ],
  ],
];

describe('the search for catastrophic backtracking', () => {
  for (const [growth, regexps] of CASES) {
    for (const regexp of regexps) {
      it(`reports ${growth ?? 'nothing'} for ${regexp}`, () => assert.equal(backtrackingOf(regexp), growth));
    }
  }

  it('gives up on expressions that are too large to analyse', () => {
    assert.equal(backtrackingOf(new RegExp(`^(${'a+'.repeat(200)})+$`)), null);
  });
});
