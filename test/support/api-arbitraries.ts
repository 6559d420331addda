import fc from 'fast-check';
import type { RequestOptions } from './api.js';
import type { Program, Step } from './api-program.js';

const oneOf = fc.constantFrom<any[]>;

const text = oneOf('', 'x', 'hello', 'tobi & <loki>', 'ünïcode ✓', 'line\u2028sep', '$long', 'a, b');
const odd = oneOf(
  '$undefined',
  null,
  '$nan',
  '$symbolless',
  '$bigint',
  '$function',
  '$circular',
  true,
  0,
  -1,
  1.5,
);
const binary = oneOf('$buffer', '$emptyBuffer', '$bytes', '$words', '$dataView', '$arrayBuffer');
const data = oneOf({}, [], { a: 1, b: [null, 'é<&>'] }, ['x', 2], '$custom', '$date', 7, false);
const body = fc.oneof({ weight: 4, arbitrary: text }, { weight: 3, arbitrary: data }, binary, odd);

const status = fc.oneof(
  { weight: 8, arbitrary: oneOf(200, 201, 204, 205, 206, 301, 304, 400, 404, 418, 500, 599, 700) },
  oneOf(0, 99, 100, 1000, '200', 'x', 200.5, null, '$undefined', '$bigint'),
);
const field = oneOf(
  'Content-Type',
  'content-type',
  'X-Thing',
  'x-THING',
  'ETag',
  'Last-Modified',
  'Cache-Control',
  'Link',
  'Vary',
  'Set-Cookie',
  'Content-Length',
  'Transfer-Encoding',
  'Content-Encoding',
  'Location',
  'Content-Disposition',
  'bad name',
);
const headerValue = oneOf(
  'text/plain',
  'text/html',
  'application/json',
  'application/vnd.api+json; charset=latin1',
  'json',
  'html',
  'image/png',
  '"abc"',
  'W/"abc"',
  'Sat, 01 Jan 2000 00:00:00 GMT',
  'no-cache',
  '*',
  'Accept',
  'Accept, Origin',
  '<a>; rel="b"',
  'chunked',
  'gzip',
  '3',
  5,
  true,
  null,
  '$undefined',
  ['a', 'b'],
  ['text/plain'],
  '',
  'bad\nvalue',
  'ü',
  '✓',
  'a/b/c',
  ';',
);
// Other types, passed to Node directly, can make the header block unserializable.
const textValue = headerValue.filter((value) => typeof value === 'string');
const mediaType = oneOf(
  'html',
  '.html',
  'json',
  'application/json',
  'png',
  'bin',
  'text/plain; charset=utf-16',
  'nope',
  'a/b',
  '',
  '/',
  'txt',
  'foo.js',
  5,
  null,
  '$undefined',
);
const filename = oneOf(
  'logo.png',
  'a b.txt',
  'ünï.html',
  '€ rates.pdf',
  'no-ext',
  '/path/to/it.json',
  '"quo\\ted".txt',
  '',
  '.hidden',
  5,
  null,
  '$undefined',
  '%41.txt',
);
const url = oneOf(
  '/',
  'http://example.com',
  '/é?a=b c',
  '//host/p',
  '..',
  'http://x/<script>"',
  '%zz',
  '/%41',
  'back',
  '',
  5,
  null,
  '$undefined',
  '\ud800',
  'javascript:alert(1)',
  'https://user:pw@[::1]:80/ü',
);
const cookieOptions = oneOf(
  '$undefined',
  null,
  {},
  { maxAge: 1000 },
  { maxAge: 'x' },
  { maxAge: '5000' },
  { maxAge: null },
  { httpOnly: true },
  { signed: true },
  { path: '/admin', domain: 'example.com' },
  { secure: true, sameSite: 'none' },
  { sameSite: true },
  { sameSite: 'bogus' },
  { expires: '$date' },
  { expires: 'soon' },
  { priority: 'high', partitioned: true },
  { encode: '$function' },
  { maxAge: 0 },
  { maxAge: Number.POSITIVE_INFINITY },
  { domain: 'a b' },
  { path: 'a;b' },
);
const cookieName = oneOf('name', 'a', '__Host-x', 'bad name', '', 'ü', 'semi;');
const file = oneOf(
  '$fixtures/plain.txt',
  '$fixtures/page.html',
  '$fixtures/empty.txt',
  '$fixtures/.hidden',
  '$fixtures/sp ace ü.json',
  '$fixtures/folder',
  '$fixtures/missing',
  'plain.txt',
  '../plain.txt',
  '',
  5,
  null,
  '$undefined',
  'sp ace ü.json',
  '$fixtures/plain.txt\0',
  '\ud800',
);
const fileOptions = oneOf(
  '$undefined',
  null,
  {},
  { root: '$fixtures' },
  { root: '$fixtures', dotfiles: 'allow' },
  { dotfiles: 'deny' },
  { dotfiles: 'bogus' },
  { maxAge: '1d' },
  { maxAge: 5000, immutable: true },
  { lastModified: false },
  { acceptRanges: false },
  { cacheControl: false },
  { headers: { 'X-File': 'yes', 'content-type': 'a/b' } },
  { headers: { 'Content-Disposition': 'inline', Etag: '"own"' } },
  { root: '$fixtures', extensions: ['txt'] },
  { start: 2, end: 5 },
  { etag: false },
);
const types = oneOf(
  'html',
  'json',
  'text/plain',
  'application/*',
  '*/*',
  'png',
  'nope',
  'text/html;level=1',
  'urlencoded',
  'multipart',
  '+json',
);

const readRequest: fc.Arbitrary<Step> = fc.oneof(
  oneOf(
    'query',
    'protocol',
    'secure',
    'ip',
    'ips',
    'subdomains',
    'path',
    'host',
    'hostname',
    'fresh',
    'stale',
    'xhr',
    'baseUrl',
    'originalUrl',
    'url',
    'params',
    'body',
    'cookies',
    'route',
    'accepts',
    'acceptsEncodings',
    'acceptsCharsets',
    'acceptsLanguages',
    'is',
  ).map((member): Step => [`req.${member}`]),
  fc.array(types, { maxLength: 3 }).map((list): Step => ['req.accepts', ...list]),
  fc.array(types, { maxLength: 3 }).map((list): Step => ['req.accepts', list]),
  fc.array(types, { maxLength: 3 }).map((list): Step => ['req.is', ...list]),
  fc.array(types, { maxLength: 3 }).map((list): Step => ['req.is', list]),
  fc.array(oneOf('gzip', 'br', 'identity', 'deflate')).map((list): Step => ['req.acceptsEncodings', ...list]),
  fc.array(oneOf('utf-8', 'iso-8859-1', '*')).map((list): Step => ['req.acceptsCharsets', ...list]),
  fc.array(oneOf('en', 'fr', 'en-GB', 'de')).map((list): Step => ['req.acceptsLanguages', ...list]),
  oneOf('Host', 'referrer', 'Referer', 'x-requested-with', '', 5, '$undefined').map(
    (name): Step => ['req.get', name],
  ),
  fc
    .tuple(oneOf(0, 10, 1000, '$undefined'), oneOf('$undefined', { combine: true }))
    .map(([size, options]): Step => ['req.range', size, options]),
);

const prepare: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: readRequest },
  { weight: 3, arbitrary: status.map((code): Step => ['status', code]) },
  { weight: 4, arbitrary: fc.tuple(field, headerValue).map(([name, value]): Step => ['set', name, value]) },
  fc.dictionary(field, headerValue, { maxKeys: 3 }).map((all): Step => ['header', all]),
  fc.tuple(field, headerValue).map(([name, value]): Step => ['append', name, value]),
  fc.tuple(field, textValue).map(([name, value]): Step => ['setHeader', name, value]),
  field.map((name): Step => ['removeHeader', name]),
  fc.constantFrom<Step[]>(
    ['writeHead', 201],
    ['writeHead', 202, { 'X-Head': 'h' }],
    ['writeHead', 299, 'Reason', []],
  ),
  fc.constantFrom<Step[]>(['write', 'chunk'], ['writeContinue'], ['flushHeaders']),
  field.map((name): Step => ['read', name]),
  field.map((name): Step => ['set', name]),
  mediaType.map((type): Step => ['type', type]),
  mediaType.map((type): Step => ['contentType', type]),
  fc.tuple(cookieName, body, cookieOptions).map((args): Step => ['cookie', ...args]),
  fc.tuple(cookieName, cookieOptions).map((args): Step => ['clearCookie', ...args]),
  oneOf('Accept', 'accept, Origin', '*', ['A', 'B'], '', null, '$undefined', 'bad name').map(
    (name): Step => ['vary', name],
  ),
  oneOf({ next: '/2' }, { a: ['/1', '/2'], b: '/3' }, {}, { c: [] }, null, '$undefined').map(
    (map): Step => ['links', map],
  ),
  url.map((target): Step => ['location', target]),
  filename.map((name): Step => ['attachment', name]),
);

const finish: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: body.map((value): Step => ['send', value]) },
  { weight: 3, arbitrary: body.map((value): Step => ['json', value]) },
  { weight: 3, arbitrary: body.map((value): Step => ['jsonp', value]) },
  { weight: 2, arbitrary: status.map((code): Step => ['sendStatus', code]) },
  { weight: 2, arbitrary: url.map((target): Step => ['redirect', target]) },
  { weight: 2, arbitrary: fc.tuple(status, url).map((args): Step => ['redirect', ...args]) },
  { weight: 4, arbitrary: fc.tuple(file, fileOptions).map((args): Step => ['sendFile', ...args]) },
  { weight: 2, arbitrary: fc.tuple(file, filename, fileOptions).map((args): Step => ['download', ...args]) },
  fc.tuple(file, fileOptions).map((args): Step => ['download', ...args]),
  fc.array(fc.oneof(types, fc.constant('default')), { maxLength: 4 }).map((keys): Step => ['format', keys]),
  fc
    .tuple(
      oneOf('view.tpl', 'view', 'missing.tpl', 'folder', '$fixtures/view.tpl', 'view.nope'),
      oneOf('$undefined', { name: 'tobi' }, { fail: true }, { cache: true }),
    )
    .map((args): Step => ['render', ...args]),
  fc.constantFrom<Step[]>(
    ['next'],
    ['next', 'route'],
    ['next', 'router'],
    ['next', 'text'],
    ['next', 0],
    ['end'],
    ['end', 'x'],
    ['send'],
  ),
  oneOf(
    {},
    { status: 404 },
    { statusCode: 422 },
    { status: 200 },
    { status: 503, headers: { 'Retry-After': '5' } },
    {
      status: 403,
      message: 'a  <b>\nc',
    },
  ).map((properties): Step => ['fail', properties]),
);

const setting: fc.Arbitrary<[string, unknown]> = fc.oneof(
  oneOf('weak', 'strong', false, true, '$function').map((value): [string, unknown] => ['etag', value]),
  oneOf('simple', 'extended', false, true).map((value): [string, unknown] => ['query parser', value]),
  oneOf(true, false, 1, 2, 'loopback', '10.0.0.0/8, 127.0.0.1', []).map((value): [string, unknown] => [
    'trust proxy',
    value,
  ]),
  oneOf(0, 1, 2, 3).map((value): [string, unknown] => ['subdomain offset', value]),
  oneOf('cb', 'callback').map((value): [string, unknown] => ['jsonp callback name', value]),
  oneOf(0, 2, '\t').map((value): [string, unknown] => ['json spaces', value]),
  oneOf(['a'], null).map((value): [string, unknown] => ['json replacer', value]),
  fc.boolean().map((value): [string, unknown] => ['json escape', value]),
  fc.boolean().map((value): [string, unknown] => ['x-powered-by', value]),
  oneOf('tpl', '.tpl').map((value): [string, unknown] => ['view engine', value]),
  fc.boolean().map((value): [string, unknown] => ['view cache', value]),
);

/** Members that only 4.x has, most of them deprecated. */
const readRequest4: fc.Arbitrary<Step> = fc.oneof(
  oneOf('acceptsCharset', 'acceptsEncoding', 'acceptsLanguage').map((member): Step => [`req.${member}`]),
  oneOf('utf-8', 'gzip', 'en').chain((value) =>
    oneOf('acceptsCharset', 'acceptsEncoding', 'acceptsLanguage').map(
      (member): Step => [`req.${member}`, value],
    ),
  ),
  oneOf('x', 'a', 'callback', 'toString', '__proto__').map((name): Step => ['req.param', name]),
  oneOf('x', 'none').map((name): Step => ['req.param', name, 'standard']),
);

const finish4: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(status, body).map((args): Step => ['send', ...args]),
  fc.tuple(body, status).map((args): Step => ['send', ...args]),
  status.map((code): Step => ['send', code]),
  fc.tuple(oneOf('json', 'jsonp'), status, body).map((args): Step => args as Step),
  fc.tuple(oneOf('json', 'jsonp'), body, status).map((args): Step => args as Step),
  fc.tuple(url, status).map((args): Step => ['redirect', ...args]),
  fc.tuple(file, fileOptions).map((args): Step => ['sendfile', ...args]),
);

/** Members that 3.x does not implement. */
const YOUNGER = [
  'append',
  'sendFile',
  'sendStatus',
  'req.acceptsCharsets',
  'req.acceptsEncodings',
  'req.acceptsLanguages',
];

/** Members that only 3.x has. */
const readRequest3: fc.Arbitrary<Step> = oneOf(
  'accepted',
  'acceptedCharsets',
  'acceptedEncodings',
  'acceptedLanguages',
  'auth',
).map((member): Step => [`req.${member}`]);

const programOf = (
  steps: fc.Arbitrary<Step>,
  last: fc.Arbitrary<Step>,
  places: Program['where'][] = ['app', 'app', 'router', 'mounted'],
): fc.Arbitrary<Program> =>
  fc.record({
    where: oneOf(...places),
    settings: fc.array(setting, { maxLength: 3 }),
    steps: fc.array(steps, { maxLength: 5 }),
    last,
  });

export const programs: Record<3 | 4 | 5, fc.Arbitrary<Program>> = {
  5: programOf(prepare, finish),
  4: programOf(
    fc.oneof({ weight: 9, arbitrary: prepare }, readRequest4),
    fc.oneof({ weight: 3, arbitrary: finish }, finish4),
  ).filter(isSurvivable),
  3: programOf(
    fc.oneof({ weight: 9, arbitrary: prepare.filter(isOld) }, readRequest4, readRequest3),
    fc.oneof({ weight: 3, arbitrary: finish.filter(isOld) }, finish4),
    ['app', 'app', 'mounted'],
  ).filter((program) => isSurvivable(program) && ![...program.steps, program.last].some(isDeadly)),
};

/**
 * Whether both sides are meant to behave the same. maglev's 3.x sends files with the current `send`. The version of
 * Express 3 treated an empty path as a hidden file, accepted any range unit as bytes, and reported the full file size
 * for a range outside a section of a file.
 */
export function isComparable(line: 3 | 4 | 5, { last }: Program, { headers }: RequestOptions): boolean {
  if (line !== 3 || !isFile(last)) return true;
  const range = headers?.Range;
  if (range && (!String(range).startsWith('bytes') || last.some((argument) => argument?.start))) return false;
  return last[1] !== '';
}

/** The final handler of 3.x writes any status that is not below 400, and crashes if it is not a valid status. */
function isDeadly(step: Step): boolean {
  const status = statusOf(step);
  if (status == null || ['$undefined', '$nan', '$bigint'].includes(status)) return false;
  return !(Number(status) < 1000);
}

/** The status that a call of 3.x sets, if it sets one. */
function statusOf([member, ...args]: Step): any {
  const [first, second] = args;
  if (member === 'status') return first;
  if (member === 'send' && args.length === 1 && typeof first === 'number') return first;
  if (args.length !== 2) return undefined;
  if (member === 'redirect') return typeof first === 'number' ? first : second;
  if (member === 'send') return typeof first !== 'number' && typeof second === 'number' ? second : first;
  if (member === 'json' || member === 'jsonp') return typeof second === 'number' ? second : first;
  return undefined;
}

function isOld([member, ...args]: Step): boolean {
  if (YOUNGER.includes(member)) return false;
  // maglev rejects values that would inject a cookie attribute.
  if (/cookie$/i.test(member) && args.some((argument) => argument === 'semi;' || argument?.path === 'a;b'))
    return false;
  // The current library words the error for an invalid header name differently.
  return !(member === 'vary' && args[0] === 'bad name');
}

function isSurvivable({ steps, last }: Program): boolean {
  return !(isFile(last) && steps.some(isBadStatus)) && !isNoNumber(last);
}

/** 4.x detects an invalid status when the headers are written. For a file, its stream does that, outside any try block. */
function isFile([member]: Step): boolean {
  return ['sendFile', 'sendfile', 'download'].includes(member);
}

/** A NaN status passes the final handler, which then throws outside any try block. */
function isNoNumber([, ...args]: Step): boolean {
  return args.includes('$nan');
}

function isBadStatus([member, code]: Step): boolean {
  return member === 'status' && !(Number(code) >= 100 && Number(code) <= 999);
}

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  ...Object.entries({
    Accept: [
      '*/*',
      'text/html',
      'application/json',
      'text/*;q=0.5, image/png',
      'text/plain;q=0',
      'bogus',
      '',
      'html, */*;q=0.1',
    ],
    'Accept-Encoding': ['gzip, br', 'identity;q=0', '*', ''],
    'Accept-Charset': ['utf-8', 'iso-8859-1;q=0.2, *;q=0.1'],
    'Accept-Language': ['en-GB, en;q=0.8, fr;q=0.9', '*', 'de'],
    'If-None-Match': [
      '*',
      'W/"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"',
      '"abc"',
      'W/"abc"',
      '"x", W/"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"',
      '"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"',
      'junk',
    ],
    'If-Modified-Since': [
      'Sun, 13 Sep 2020 12:26:40 GMT',
      'Sat, 01 Jan 2000 00:00:00 GMT',
      'never',
      'Fri, 01 Jan 2100 00:00:00 GMT',
    ],
    'If-Match': ['*', '"abc"', 'W/"14-174876e8000"'],
    'If-Unmodified-Since': ['Sat, 01 Jan 2000 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    'If-Range': ['"abc"', 'Sun, 13 Sep 2020 12:26:40 GMT', 'W/"14-174876e8000"'],
    Range: [
      'bytes=0-4',
      'bytes=5-',
      'bytes=-3',
      'bytes=0-1,3-4',
      'bytes=100-',
      'items=0-1',
      'bytes=x',
      'bytes=1-0',
      '',
    ],
    'Cache-Control': ['no-cache', 'max-age=0'],
    Host: ['example.com', 'tobi.ferrets.example.com:3000', '[::1]:8080', '127.0.0.1', 'localhost', ''],
    'X-Forwarded-For': ['10.0.0.1', '203.0.113.7, 10.0.0.2, 127.0.0.1', 'junk', ''],
    'X-Forwarded-Proto': ['https', 'https, http', ' ftp ', ''],
    'X-Forwarded-Host': ['proxy.example.com', 'a.example.com:80 , b', ',x', ''],
    'X-Requested-With': ['XMLHttpRequest', 'xmlhttprequest', 'other'],
    Referer: ['http://example.com/from', ''],
    Referrer: ['http://example.com/other'],
    'Content-Type': [
      'application/json',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
      'bogus',
      '',
    ],
  }).map(([name, values]) => oneOf(...values).map((value): [string, string] => [name, value])),
);

const paths = oneOf(
  '/',
  '/a/b?x=1&x=2',
  '/?callback=cb&cb=foo',
  '/?callback=a.b[0]%3C&callback=c',
  '/?callback=',
  '/?a[b]=c&a[d][]=e',
  '/%7Etobi',
  '/?__proto__=x&q=%zz',
  '//double//',
  '/?',
  '/#frag',
  '/p?a=%E2%9C%93+b',
);

export const request: fc.Arbitrary<RequestOptions> = fc.record(
  {
    method: oneOf('GET', 'GET', 'GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS', 'DELETE'),
    path: paths,
    headers: fc.array(header, { maxLength: 4 }).map((list) => Object.fromEntries(list)),
    body: oneOf('{"a":1}', 'text'),
  },
  { requiredKeys: ['method', 'path', 'headers'] },
);
