const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The requests, in order; `lines` for those that only one major version supports. */
const ALL = [
  { path: '/' },
  { path: '/users/7?tab=posts&tab=likes' },
  { path: '/users/8', method: 'HEAD' },
  { path: '/users/9', method: 'OPTIONS' },
  { path: '/users/10', method: 'POST', headers: JSON_TYPE, body: '{"a":[1]}' },
  { path: '/users/11', method: 'POST', headers: FORM, body: 'b=2&c=d+e' },
  { path: '/one' },
  { path: '/two/2' },
  { path: '/opt/1' },
  { path: '/star/2' },
  { path: '/byexp' },
  { path: '/any', method: 'PUT' },
  { path: '/files/a/b' },
  { path: '/maybe' },
  { path: '/maybe/so' },
  { path: '/things/1' },
  { path: '/several' },
  { path: '/chained' },
  { path: '/chained', method: 'PUT' },
  { path: '/slow/later' },
  { path: '/view' },
  { path: '/moved' },
  { path: '/chunks' },
  { path: '/static/note.txt' },
  { path: '/static/missing' },
  { path: '/api/users/1/posts' },
  { path: '/api/users/1/posts/2?x=y' },
  { path: '/api/users/1/posts/2/likes', method: 'POST', headers: JSON_TYPE, body: '{}' },
  { path: '/v1/status' },
  { path: '/v2/status' },
  { path: '/admin/stats' },
  { path: '/admin/skipped' },
  { path: '/admin/nothing' },
  { path: '/nowhere' },
  { path: '/users/%zz' },
  { path: '/users/12', method: 'POST', headers: JSON_TYPE, body: '{ broken' },
  { path: '/thrown' },
  { path: '/passed' },
  { path: '/refused' },
  { path: '/rejected', lines: [5] },
  { path: '/api/users/1/posts/2/broken' },
];

export const requestsFor = (line) => ALL.filter(({ lines = [line] }) => lines.includes(line));

export const titleOf = ({ method = 'GET', path, body }) => [method, path, body ?? []].flat().join(' ');

/** The trace to which the data of a request belongs, which agents continue. */
export const traceOf = (index) => (index + 1).toString(16).padStart(32, '0');

const PARENT = 'b7ad6b7169203331';

export function send(port, { method = 'GET', path, headers, body }, index) {
  const trace = traceOf(index);
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body,
    redirect: 'manual',
    headers: {
      ...headers,
      traceparent: `00-${trace}-${PARENT}-01`,
      'sentry-trace': `${trace}-${PARENT}-1`,
    },
  }).then((response) => response.text());
}
