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
        test('returns whether the client accepts a value', async () => {
          const accepts = (candidate: string, headers: Record<string, string>) =>
            inspect(framework, (req) => req[member](candidate), { headers });
          const named = { [header]: `${value}, x;q=0` };
          assert.deepEqual([await accepts(value, named), await accepts(other, named)], [true, false]);
          assert.equal(await accepts(other, {}), member !== 'acceptsEncoding');
        });
        return;
      }

      test(`is an alias of req.${member}s`, async () => {
        const accepts = (...args: string[]) =>
          inspect(framework, (req) => req[member](...args), { headers: { [header]: value } });
        assert.deepEqual(
          [await accepts(value), await accepts(other, value), await accepts(other)],
          [value, value, false],
        );
      });
    },
    [4, 3],
  );
}
