import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect, suite } from '../support/api.js';

suite(
  'req.accepted',
  (framework) => {
    test('lists media types, best first', async () => {
      const headers = { Accept: 'text/*;q=.5, application/json, text/html;level=1;q=0.7, image/png;q=0' };
      assert.deepEqual(await inspect(framework, (req) => req.accepted, { headers }), [
        {
          value: 'application/json',
          quality: 1,
          params: {},
          originalIndex: 1,
          type: 'application',
          subtype: 'json',
        },
        {
          value: 'text/html',
          quality: 0.7,
          params: { level: '1' },
          originalIndex: 2,
          type: 'text',
          subtype: 'html',
        },
        { value: 'text/*', quality: 0.5, params: {}, originalIndex: 0, type: 'text', subtype: '*' },
      ]);
      assert.deepEqual(await inspect(framework, (req) => req.accepted), []);
    });

    test('has counterparts for charsets, languages and encodings', async () => {
      const headers = {
        'Accept-Charset': 'iso-8859-5;q=.2, utf-8',
        'Accept-Language': 'en;q=.5, en-us',
        'Accept-Encoding': ' gzip, deflate;q=0.1 ',
      };
      const look = (req: any) => [req.acceptedCharsets, req.acceptedLanguages, req.acceptedEncodings];
      assert.deepEqual(await inspect(framework, look, { headers }), [
        ['utf-8', 'iso-8859-5'],
        ['en-us', 'en'],
        ['gzip', 'deflate;q=0.1'],
      ]);
      assert.deepEqual(await inspect(framework, look), [[], [], []]);
    });
  },
  [3],
);
