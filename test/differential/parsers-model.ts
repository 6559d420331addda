/** Random uploads: options, headers, bodies and their delivery, as plain data that prints and shrinks. */
import fc from 'fast-check';

export type Kind = 'json' | 'raw' | 'text' | 'urlencoded';
export type Codec = 'none' | 'gzip' | 'deflate' | 'br' | 'zstd';

export interface OptionSpec {
  limit: number | string | null;
  /** Added to the length of the (inflated) body to get the limit; replaces `limit`. */
  limitBy: number | null;
  inflate: boolean | null;
  type: string | string[] | null;
  verify: 'none' | 'looks' | 'throws' | 'throws typed' | 'throws text' | 'throws status';
  defaultCharset: string | null;
  reviver: 'none' | 'same' | 'doubles' | 'throws' | 'throws text' | 'throws null' | 'throws status';
  strict: boolean | null;
  guarded: boolean;
  extended: boolean | null;
  parameterLimit: number | null;
  depth: number | null;
  charsetSentinel: boolean | null;
  interpretNumericEntities: boolean | null;
}

export interface BodySpec {
  text: string;
  charset: string;
  bom: boolean;
  /** Bytes instead of text. */
  bytes: number[] | null;
  codec: Codec;
  damage: 'none' | 'cut' | 'flip' | 'trail';
}

export interface UploadSpec {
  /** Parsers in the order in which they run. */
  kinds: Kind[];
  options: OptionSpec;
  body: BodySpec;
  contentType: string | null;
  contentEncoding: string | null;
  length: 'exact' | 'chunked' | 'both' | 'none' | 'more' | 'less' | 'word' | 'empty';
  /** Where the bytes are split, as fractions. */
  cuts: number[];
  outcome: 'complete' | 'aborted' | 'failed' | 'closed' | 'unended' | 'read before' | 'decoded before';
  before: 'nothing' | 'body' | 'empty body' | '_body';
}

const option = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: 3, nil: null });
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight: 6 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );

const charsets = [
  ['utf-8', 'UTF-8', 'utf8', 'utf-16', 'utf-16le', 'utf-16be', 'utf-32', 'utf-32le', 'utf-32be', 'utf-7'],
  ['iso-8859-1', 'ISO-8859-1', 'latin1', 'us-ascii', 'windows-1252', 'koi8-r', 'shift_jis', 'gbk', 'euc-kr'],
  ['big5', 'cesu-8', 'base64', 'hex', 'x-user-defined', 'utf-', '__proto__', 'constructor', 'utf-8"', ''],
].flat();

const mediaTypes = [
  ['application/json', 'application/json', 'application/json', 'text/plain', 'application/octet-stream'],
  ['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'application/vnd.api+json'],
  [
    'text/html',
    'Application/JSON',
    ' application/json ',
    'application/json\t',
    'application',
    '',
    '/',
    'a/b/c',
  ],
  [
    'application/json;',
    'application/json; x',
    'text/plain;foo=bar',
    'text/plain ; a="b;c"',
    'application/ json',
  ],
].flat();

const contentType = fc
  .tuple(fc.constantFrom(...mediaTypes), option(fc.constantFrom(...charsets)), fc.nat(4))
  .map(([type, charset, style]) => {
    if (charset === null) return type;
    const parameter = [
      `; charset=${charset}`,
      `;charset="${charset}"`,
      `; Charset = ${charset}`,
      `; a=b; charset=${charset}`,
      `;charset=${charset};charset=utf-8`,
    ][style]!;
    return type + parameter;
  });

const options: fc.Arbitrary<OptionSpec> = fc.record({
  limit: fc.oneof(
    { arbitrary: fc.constant(null), weight: 4 },
    {
      arbitrary: fc.constantFrom<number | string>(0, 1, 20, 1024, '1kb', '0.5kb', '10', -1, Infinity),
      weight: 1,
    },
  ),
  limitBy: fc.oneof(
    { arbitrary: fc.constant(null), weight: 3 },
    { arbitrary: fc.integer({ min: -2, max: 2 }), weight: 1 },
  ),
  inflate: mostly<boolean | null>(null, true, false),
  type: mostly<string | string[] | null>(
    null,
    ...(['*/*', 'json', 'urlencoded', 'text', 'text/*', '*/json', '+json', '?', 'yes()', 'no()'] as const),
    ['json', 'text/*'],
    ['application/*'],
    [],
  ),
  verify: mostly<OptionSpec['verify']>(
    'none',
    'looks',
    'throws',
    'throws typed',
    'throws text',
    'throws status',
  ),
  defaultCharset: mostly<string | null>(
    null,
    'utf-8',
    'iso-8859-1',
    'utf-16',
    'UTF-8',
    'koi8-r',
    'none-such',
  ),
  reviver: mostly<OptionSpec['reviver']>(
    'none',
    ...(['same', 'doubles', 'throws', 'throws text', 'throws null', 'throws status'] as const),
  ),
  strict: mostly<boolean | null>(null, true, false),
  guarded: fc.boolean(),
  extended: fc.constantFrom(null, true, false),
  parameterLimit: mostly<number | null>(null, 1, 2, 10, 2.5, Infinity, 2 ** 31, 2 ** 32 + 2),
  depth: mostly<number | null>(null, 0, 1, 3, 100),
  charsetSentinel: mostly<boolean | null>(null, true, false),
  interpretNumericEntities: mostly<boolean | null>(null, true, false),
});

const keys = fc.constantFrom(
  ...[
    'a',
    'b',
    'a[]',
    'a[b]',
    'a[0]',
    'a[1]',
    '[a]',
    'a[b][c]',
    'a%5Bb%5D',
    'a.b',
    '',
    '__proto__',
    'constructor',
  ],
  ...[
    'toString',
    'a[__proto__]',
    'length',
    '0',
    '[]',
    'a]',
    'a[',
    'utf8',
    'x+y',
    'x%20y',
    '%C3%A9',
    '%zz',
    'é',
  ],
);
const values = fc.oneof(
  fc.constantFrom(
    '',
    '1',
    'a b',
    'a+b',
    '%26',
    '%E2%9C%93',
    '%26%2310003%3B',
    '%',
    '%E',
    '%e2%9c',
    '%ff',
    'b=c',
    '☃',
  ),
  fc.string({ maxLength: 8 }),
);
const form = fc
  .array(
    fc.oneof(
      { arbitrary: fc.tuple(keys, values).map(([key, value]) => `${key}=${value}`), weight: 6 },
      { arbitrary: keys, weight: 1 },
      { arbitrary: fc.constantFrom('', '=', '==', 'utf8=%E2%9C%93', 'utf8=%26%2310003%3B'), weight: 1 },
    ),
    { maxLength: 8 },
  )
  .map((pairs) => pairs.join('&'));

const jsonText = fc
  .tuple(
    fc.jsonValue({ maxDepth: 3, depthSize: 'small' }),
    fc.constantFrom('', '', ' ', '\r\n\t', '\u00a0', '\ufeff', '\v'),
    fc.boolean(),
  )
  .map(([value, space, pretty]) => space + JSON.stringify(value, null, pretty ? 2 : 0));
const poison = fc.constantFrom(
  '{"__proto__":{"x":1}}',
  '{"a":[{"__proto__":1}]}',
  '{"\\u005f_proto__":{}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"constructor":"fine"}',
  '{"a":"__proto__"}',
  '{"constructor":{"a":{"__proto__":null}}}',
);
const brokenJson = fc
  .tuple(jsonText, fc.nat(40), fc.constantFrom('', '#', '$&', '"', '{', ']', 'é', '\\', '\u0000'))
  .map(([text, at, extra]) => text.slice(0, at) + extra + text.slice(at + 1));

const text = fc.oneof(
  { arbitrary: jsonText, weight: 4 },
  { arbitrary: brokenJson, weight: 3 },
  { arbitrary: poison, weight: 1 },
  { arbitrary: form, weight: 6 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 2 },
  { arbitrary: fc.constantFrom('', ' ', '#', '##"#', 'true', '"text"', 'null', '1'), weight: 1 },
  { arbitrary: fc.nat(60_000).map((n) => `["${'é'.repeat(n)}"]`), weight: 1 },
  { arbitrary: fc.nat(1200).map((n) => 'a=1&'.repeat(n)), weight: 1 },
  { arbitrary: fc.nat(40).map((n) => `a${'[b]'.repeat(n)}=c`), weight: 1 },
);

const body: fc.Arbitrary<BodySpec> = fc.record({
  text,
  charset: mostly('utf-8', ...charsets.slice(0, 21)),
  bom: mostly(false, true),
  bytes: fc.oneof(
    { arbitrary: fc.constant(null), weight: 8 },
    { arbitrary: fc.array(fc.nat(255), { maxLength: 24 }), weight: 1 },
    // The bytes of valid, overlong and invalid UTF-8.
    {
      arbitrary: fc.array(
        fc.constantFrom(0x41, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xa0, 0xf0, 0x9f, 0xf5, 0xef, 0xbb),
        {
          maxLength: 12,
        },
      ),
      weight: 1,
    },
  ),
  codec: mostly<Codec>('none', 'gzip', 'deflate', 'br', 'zstd'),
  damage: mostly<BodySpec['damage']>('none', 'cut', 'flip', 'trail'),
});

const kind = fc.constantFrom<Kind>('json', 'raw', 'text', 'urlencoded');

export const upload: fc.Arbitrary<UploadSpec> = fc
  .record({
    kinds: fc.oneof(
      { arbitrary: kind.map((one) => [one]), weight: 4 },
      { arbitrary: fc.array(kind, { minLength: 2, maxLength: 3 }), weight: 1 },
    ),
    options,
    body,
    contentType: option(contentType),
    fitting: fc.nat(3),
    contentEncoding: fc.oneof(
      { arbitrary: fc.constant('fitting'), weight: 8 },
      {
        arbitrary: fc.constantFrom(null, 'identity', 'IDENTITY', 'gzip', 'br', 'x', 'gzip, br', 'toString'),
        weight: 1,
      },
    ),
    length: mostly<UploadSpec['length']>('exact', 'chunked', 'both', 'none', 'more', 'less', 'word', 'empty'),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
    outcome: fc.oneof(
      { arbitrary: fc.constant<UploadSpec['outcome']>('complete'), weight: 12 },
      {
        arbitrary: fc.constantFrom<UploadSpec['outcome']>(
          ...(['aborted', 'failed', 'closed', 'unended', 'read before', 'decoded before'] as const),
        ),
        weight: 1,
      },
    ),
    before: mostly<UploadSpec['before']>('nothing', 'body', 'empty body', '_body'),
  })
  .map(({ fitting, ...spec }) => ({
    ...spec,
    // Most requests should reach the parser: with random types, parsers would skip most of them.
    contentType: fitting === 0 ? spec.contentType : fittingType(spec.kinds[0]!, spec.body.charset, fitting),
    contentEncoding:
      spec.contentEncoding === 'fitting' ? fittingEncoding(spec.body.codec) : spec.contentEncoding,
  }));

const USUAL: Record<Kind, string> = {
  json: 'application/json',
  raw: 'application/octet-stream',
  text: 'text/plain',
  urlencoded: 'application/x-www-form-urlencoded',
};

function fittingType(kind: Kind, charset: string, style: number): string {
  return style === 1 ? `${USUAL[kind]}; charset=${charset}` : USUAL[kind];
}

function fittingEncoding(codec: Codec): string | null {
  return codec === 'none' ? null : codec;
}
