import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import bodyParser, * as ours from '../../src/parsers.js';
import { real, suite } from './support.js';

const KINDS = ['json', 'raw', 'text', 'urlencoded'] as const;

suite('options', (parsers) => {
  for (const kind of KINDS) {
    test(`${kind} throws for an invalid limit`, () => {
      for (const limit of ['abc', Number.NaN, {}, true, '']) {
        assert.throws(() => parsers[kind]({ limit }), {
          name: 'TypeError',
          message: /^option limit ".*" is invalid/,
        });
      }
    });

    test(`${kind} throws if verify is not a function`, () => {
      assert.throws(() => parsers[kind]({ verify: 'x' }), { message: /^option verify must be function/ });
    });
  }

  test('urlencoded throws for invalid limits, depths and charsets', () => {
    const { urlencoded } = parsers;
    for (const parameterLimit of [0, -1, Number.NaN, 'x', null]) {
      assert.throws(() => urlencoded({ parameterLimit }), {
        message: /^option parameterLimit must be a positive number/,
      });
    }
    for (const depth of [-1, Number.NaN, 'x']) {
      assert.throws(() => urlencoded({ extended: true, depth }), {
        message: /^option depth must be a zero or a positive number/,
      });
    }
    assert.throws(() => urlencoded({ defaultCharset: 'utf-16' }), {
      message: /^option defaultCharset must be either utf-8 or iso-8859-1/,
    });
  });

  test('values that body-parser accepts are accepted', () => {
    for (const kind of KINDS) {
      for (const options of [undefined, null, {}, { limit: null, type: '', verify: null, inflate: 'no' }]) {
        assert.equal(typeof parsers[kind](options), 'function');
      }
    }
    parsers.urlencoded({ parameterLimit: Infinity, depth: -1 });
  });
});

describe('options (maglev)', () => {
  test('errors name the option, its value and the accepted values', () => {
    const invalid: [() => unknown, RegExp][] = [
      [() => ours.json({ limit: 'abc' }), /limit .*got "abc"; accepted: a number of bytes/],
      [() => ours.json({ verify: 5 }), /verify .*got 5; accepted: a function/],
      [() => ours.json({ type: 5 }), /type .*got 5; accepted: a media type/],
      [() => ours.json({ reviver: {} }), /reviver .*got an object; accepted: a function/],
      [() => ours.text({ defaultCharset: 8 }), /defaultCharset .*got 8; accepted: the name of a charset/],
      [() => ours.json({ onProtoPoisoning: 'x' }), /onProtoPoisoning .*got "x"; accepted: 'error', 'remove'/],
      [() => ours.json({ onConstructorPoisoning: 1 }), /onConstructorPoisoning .*got 1; accepted: 'error'/],
      [
        () => ours.urlencoded({ parameterLimit: 0 }),
        /parameterLimit .*got 0; accepted: a number of at least 1/,
      ],
      [
        () => ours.urlencoded({ extended: true, depth: -1 }),
        /depth .*got -1; accepted: a number of at least 0/,
      ],
    ];
    for (const [make, message] of invalid) assert.throws(make, { name: 'TypeError', message });
  });
});

test('the module is a function that throws because it has been split', () => {
  const describeModule = (module: any) => {
    let message = '';
    try {
      module();
    } catch (error: any) {
      message = `${error.name}: ${error.message}`;
    }
    const members = Object.keys(module).map((name) => [name, module[name].name, module[name].length]);
    return [module.name, module.length, message, members];
  };
  assert.deepEqual(describeModule(bodyParser), describeModule(real));
});
