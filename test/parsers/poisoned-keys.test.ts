import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { scan } from 'secure-json-parse';
import { mayHavePoisonedKeys, mayHavePoisonedWords, scanTree } from '../../src/parsers/poison.js';
import { cases } from '../support/cases.js';

const ACTIONS = ['error', 'remove', 'ignore'] as const;

describe('bodies whose objects are searched for poisoned keys', () => {
  test('have the key __proto__, or the keys constructor and prototype', () => {
    for (const text of [
      '{"__proto__":1}',
      '[{"a":[], "__proto__" \n\t: {}}]',
      '{"\\u005f\\u005Fpr\\u006ft\\u006F__":1}',
      '{"_\\u005f\\u0070\\u0072o\\u0074o\\u005f_":1}',
      '{"constructor":{"prototype":{}}}',
      '{"c\\u006Fnstructor":{\n"p\\u0072ototype":{}}}',
      '{"constructor":{"protot\\u0079p\\u0065":{}}}',
    ])
      assertPoisoned(text, true);
  });

  test('are not those that have the words elsewhere', () => {
    for (const text of [
      '["proto","\\u00e9"]',
      '["__proto__","constructor","prototype"]',
      '["\\u005f_proto__", {"a":"__proto__","b":"\\u0070rototype"}]',
      '{"__proto":1,"_proto__":2,"__proto___":3,"\\u005f":4}',
      '{"\\"__proto__":1}',
      '["\\"__proto__\\":1"]',
      '["{\\"__proto__\\":1}"]',
      '{"prototype":1}',
      '{"constructor":{"name":1}}',
      '{"prototype":{},"a":"constructor"}',
      '{"constructor":"prototype"}',
    ])
      assertPoisoned(text, false);
  });

  test('are, with a reviver, also those whose strings have the words', () => {
    for (const text of ['["{\\"__proto__\\":1}"]', '["{\\"\\u005cu005f_proto__\\":1}"]'])
      assert.equal(mayHavePoisonedWords(text), true, text);
    assert.equal(mayHavePoisonedWords('{"name":"Gaud\\u00ed"}'), false);
  });
});

/** Long texts are searched in another way than short ones. */
const LONG = ' '.repeat(10_000);

function assertPoisoned(text: string, expected: boolean): void {
  assert.equal(mayHavePoisonedKeys(text), expected, text);
  assert.equal(mayHavePoisonedKeys(text + LONG), expected, `${text}, long`);
}

test('random bodies give the results of secure-json-parse', () => {
  const character = (one: string) =>
    fc.constantFrom(one, `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const named = (name: string) =>
    fc.tuple(...Array.from(name, character)).map((characters) => `"${characters.join('')}"`);
  const key = fc.oneof(
    ...['__proto__', 'constructor', 'prototype', '"__proto__', 'a', '_'].map((name) =>
      name.startsWith('"') ? fc.constant(JSON.stringify(name)) : named(name),
    ),
  );
  const space = fc.constantFrom('', ' ', '\n\t');
  const { body } = fc.letrec<{ body: string; value: string }>((tie) => ({
    value: fc.oneof({ maxDepth: 6 }, fc.constantFrom('1', 'null'), key, tie('body')),
    body: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom('[]', '{}'),
      fc.array(tie('value'), { maxLength: 3 }).map((values) => `[${values.join()}]`),
      fc
        .array(fc.tuple(space, key, space, tie('value')), { maxLength: 3 })
        .map(
          (members) =>
            `{${members.map(([before, name, after, value]) => `${before}${name}${after}:${value}`).join()}}`,
        ),
    ),
  }));
  const action = fc.constantFrom(...ACTIONS);
  const padded = fc.tuple(body, fc.constantFrom('', LONG)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(padded, action, action, (text, protoAction, constructorAction) => {
      const actions = { protoAction, constructorAction };
      const guarded = (value: object) => (mayHavePoisonedKeys(text) ? scanTree(value, actions) : value);
      const expected = outcomeOf(() => scan(JSON.parse(text), actions));
      assert.deepEqual(
        outcomeOf(() => guarded(JSON.parse(text))),
        expected,
      );
    }),
    { numRuns: cases(3000) },
  );
});

test('objects that users have added to Object.prototype are not searched', () => {
  const shared = {};
  Object.defineProperty(Object.prototype, 'shared', { configurable: true, enumerable: true, value: shared });
  try {
    const value = JSON.parse('{"a":{"constructor":{"prototype":1}},"b":[{}]}');
    scanTree(value, { protoAction: 'remove', constructorAction: 'remove' });
    assert.equal(JSON.stringify(value), '{"a":{},"b":[{}]}');
  } finally {
    delete (Object.prototype as any).shared;
  }
});

function outcomeOf(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    return String(error);
  }
}
