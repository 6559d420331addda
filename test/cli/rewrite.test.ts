import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToRegexp } from 'path-to-regexp';
import pathToRegexp4 from 'path-to-regexp-v0';
import { rewriteFor4, rewriteFor5 } from '../../src/cli/check/rewrite.js';

const FROM_4 = [
  ['/foo*', "'/foo{*splat}'"],
  ['/files/*', "'/files/{*splat}'"],
  ['*', "'/{*splat}'"],
  ['/*/x/*', "'/{*splat}/x/{*splat2}'"],
  ['/users/:id?', "'/users{/:id}'"],
  ['/file.:ext?', "'/file{.:ext}'"],
  ['/ab?cd', "'/a{b}cd'"],
  ['/a(bc)?d', "'/a{bc}d'"],
  ['/hey!', "'/hey\\!'"],
] as const;

const SAMPLES =
  '/ /foo /foobar /foo/bar /files /files/ /files/a /files/a/b /a/x/b /users /users/7 /users/7/8 /file /file.txt /abcd /acd /ad /hey! /hey'.split(
    ' ',
  );

describe('rewriting paths', () => {
  for (const [path, expected] of FROM_4) {
    it(`of 4.x, such as ${path}, for 5.x matches the same requests`, () => {
      const rewrite = rewriteFor5(path);
      assert.equal(rewrite, expected);
      const old = pathToRegexp4(path, [], {});
      const { regexp } = pathToRegexp(rewrite!.slice(1, -1));
      for (const sample of SAMPLES) assert.equal(regexp.test(sample), old.test(sample), sample);
    });
  }

  it('of 4.x gives a RegExp with named parameters if 5.x has no equivalent', () => {
    assert.equal(rewriteFor5('/:id(\\d+)'), '/^(?:\\/(?<id>\\d+))\\/?$/i');
    assert.equal(rewriteFor5('/ab+c'), '/^\\/ab+c\\/?$/i');
  });

  it('that no major version accepts gives nothing', () => {
    assert.equal(rewriteFor5('/a(b'), null);
  });

  it('of 5.x for 4.x', () => {
    assert.equal(rewriteFor4('/users{/:id}'), "'/users/:id?'");
    assert.equal(rewriteFor4('/files/*path'), "'/files/*'");
    assert.equal(rewriteFor4('/a{b}c'), "'/a(b)?c'");
  });
});
