import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

for (const [member, header, value, other] of [
  ['acceptsCharset', 'Accept-Charset', 'utf-8', 'latin1'],
  ['acceptsEncoding', 'Accept-Encoding', 'gzip', 'br'],
  ['acceptsLanguage', 'Accept-Language', 'en', 'fr'],
] as const) {
  suite(
    `req.${member}`,
    (framework, line) => {
      if (line === 3) {
        test('is whether the client accepts one', async () => {
          const seen = (asked: string, headers: Record<string, string>) =>
            inspect(framework, (req) => req[member](asked), { headers });
          const named = { [header]: `${value}, x;q=0` };
          assert.deepEqual([await seen(value, named), await seen(other, named)], [true, false]);
          assert.equal(await seen(other, {}), member !== 'acceptsEncoding');
        });
        return;
      }

      test(`is the old name of req.${member}s`, async () => {
        const seen = (...args: string[]) =>
          inspect(framework, (req) => req[member](...args), { headers: { [header]: value } });
        assert.deepEqual(
          [await seen(value), await seen(other, value), await seen(other)],
          [value, value, false],
        );
      });
    },
    [4, 3],
  );
}
