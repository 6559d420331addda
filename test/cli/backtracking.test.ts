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
      // It ends with the first try, so that there is nothing to go back for.
      /^\/(a+)+/,
      /(.*)*/,
      /^\/(\w+)\/(\w+)$/,
      /^[a-z]*[A-Z]*$/,
      /^\/(?:(?!-)\w)+$/,
      // What path-to-regexp makes of `/:a-:b`, `/*/x/*` and `/:a/:b*`.
      /^(?:\/([^/]+?))-(?:((?:(?!\/|-).)+?))\/?$/i,
      /^\/(.*)\/x\/(.*)\/?$/i,
      /^(?:\/([^/]+?))(?:\/([^/]+?)((?:[/].+?)?))\/?$/i,
      // Spaces are never in the path of a request.
      /^\/([ \t]+)+x$/,
      // Not read, so nothing is said.
      /^(a+)\1+$/,
    ],
  ],
];

describe('the search for catastrophic backtracking', () => {
  for (const [growth, regexps] of CASES) {
    for (const regexp of regexps) {
      it(`says ${growth ?? 'nothing'} of ${regexp}`, () => assert.equal(backtrackingOf(regexp), growth));
    }
  }

  it('gives up on expressions that are too large to analyse', () => {
    assert.equal(backtrackingOf(new RegExp(`^(${'a+'.repeat(200)})+$`)), null);
  });
});
