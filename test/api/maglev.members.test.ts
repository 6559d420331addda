import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Line, lines } from '../support/api.js';

/** The name and length of a function, which agents and wrappers copy when they replace it. */
const shape = (fn: any): unknown => (typeof fn === 'function' ? `${fn.name}/${fn.length}` : typeof fn);

/** Describes the named members of an object; `pick` chooses what is compared of each function. */
const shapes = (object: object, members: string[], pick: (fn: unknown) => unknown) =>
  Object.fromEntries(
    members.map((name) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, name) ?? {};
      return [name, [pick(value), pick(get), pick(set)]];
    }),
  );

const families = ['application', 'request', 'response'] as const;

for (const line of [5, 4] as Line[]) {
  const { maglev, express } = lines[line];
  for (const family of families) {
    test(`members of the ${family} have the same names and lengths as in Express ${line}`, () => {
      const members = Object.keys(express[family]);
      assert.deepEqual(shapes(maglev[family], members, shape), shapes(express[family], members, shape));
    });
  }

  test(`functions derived from settings have the same names and lengths as in Express ${line}`, () => {
    const settings: [name: string, value: unknown][] = [
      ['etag', 'weak'],
      ['etag', 'strong'],
      ['query parser', 'simple'],
      ['query parser', 'extended'],
      ['query parser', false],
      ['trust proxy', true],
      ['trust proxy', 1],
      ['trust proxy', 'loopback'],
    ];
    for (const [name, value] of settings) {
      const [ours, original] = [maglev, express].map((framework) =>
        shape(framework().set(name, value).get(`${name} fn`)),
      );
      assert.equal(ours, original, `${name}: ${value}`);
    }
  });
}

// Almost all functions of Express 3 are anonymous. Those that maglev shares with later lines keep their names.
for (const family of families) {
  test(`members of the ${family} have the same lengths as in Express 3`, () => {
    const { maglev, express } = lines[3];
    const members = Object.keys(express[family]);
    const length = (fn: any) => fn?.length;
    assert.deepEqual(shapes(maglev[family], members, length), shapes(express[family], members, length));
  });
}
