import assert from 'node:assert/strict';

/** Ports of the server and of the client's connection. */
export const volatile = [/(?<="(server|network\.peer)\.port":)\d+/g];

const SERVER = 1;

/** The spans of a request. All of them are compared; the cases check some of them. */
async function spansOf(client, method, path, headers, body) {
  await client.send(method, path, headers, body);
  return (await client.get('/spans')).json;
}

const serverSpanOf = (spans) => spans.find(({ kind }) => kind === SERVER);

async function expectRoute(client, method, path, route, body) {
  const spans = await spansOf(client, method, path, {}, body);
  const { name, attributes } = serverSpanOf(spans);
  assert.equal(attributes['http.route'], route);
  assert.equal(name, route === undefined ? method : `${method} ${route}`);
  return spans;
}

export const cases = {
  async 'names requests after their routes'(client, { line }) {
    await expectRoute(client, 'GET', '/users/7?x=1', '/users/:id');
    await expectRoute(client, 'HEAD', '/users/7', '/users/:id');
    await expectRoute(client, 'GET', '/one', '/one,/two/:x');
    await expectRoute(client, 'GET', '/two/2', '/one,/two/:x');
    await expectRoute(client, 'GET', '/byexp', '/^\\/by(exp)$/');
    await expectRoute(client, 'PUT', '/any', '/any');
    await expectRoute(client, 'GET', '/things/1', '/things/:thing');
    await expectRoute(client, 'GET', '/files/a/b', line === 5 ? '/files/*rest' : '/files/*');
    await expectRoute(client, 'GET', '/maybe', line === 5 ? '/maybe{/:x}' : '/maybe/:x?');
  },

  async 'joins the paths of routers and mounted applications'(client) {
    const posts = '/api/users/:id/posts';
    await expectRoute(client, 'GET', '/api/users/1/posts', posts);
    await expectRoute(client, 'GET', '/api/users/1/posts/2', `${posts}/:post`);
    await expectRoute(client, 'GET', '/api/users/1/posts/2/likes', `${posts}/:post/likes`);
    await expectRoute(client, 'POST', '/api/users/1/posts/2/likes', `${posts}/:post/likes`, { a: 1 });
    await expectRoute(client, 'GET', '/admin/stats', '/admin/stats');
    await expectRoute(client, 'GET', '/admin/skipped', '/admin/skipped');
    await expectRoute(client, 'GET', '/admin/nothing', '/admin');
  },

  async 'has a span for each layer, within that of the request'(client) {
    const spans = await expectRoute(client, 'GET', '/api/users/1/posts/2', '/api/users/:id/posts/:post');
    assert.deepEqual(spans.map(({ name, parent }) => [name, parent]).slice(-7), [
      ['middleware - first', 0],
      ['middleware - jsonParser', 0],
      ['middleware - <anonymous>', 0],
      ['router - /api', 0],
      ['router - /users/:id/posts', 0],
      ['middleware - within', 0],
      ['request handler - /api/users/:id/posts/:post', 0],
    ]);
    const [request] = await expectRoute(client, 'GET', '/ignored/1', '/ignored/:x');
    assert.equal(request.attributes['hook.method'], 'GET');
  },

  async 'runs handlers within their spans'(client) {
    const users = await spansOf(client, 'GET', '/users/7');
    assert.equal(users.at(-1).attributes.user, '7');
    const later = await spansOf(client, 'GET', '/later');
    assert.equal(later[later.at(-1).parent].name, 'request handler - /later');
    await spansOf(client, 'GET', '/chunks');
  },

  async 'reports errors'(client) {
    const broken = await spansOf(client, 'GET', '/api/users/1/posts/2/broken');
    const handler = broken.find(({ name }) => name.endsWith('/broken') && name.startsWith('request handler'));
    assert.deepEqual(handler.events, [['exception', 'broken']]);
    assert.equal(serverSpanOf(broken).attributes['http.response.status_code'], 500);
    await expectRoute(client, 'GET', '/rejected', '/rejected');
    await expectRoute(client, 'GET', '/users/%zz', undefined);
    const unparsed = { 'content-type': 'application/json' };
    await spansOf(client, 'POST', '/any', unparsed, '{ broken');
  },

  async 'has no route if no handler has responded'(client) {
    await expectRoute(client, 'GET', '/nowhere', undefined);
    await expectRoute(client, 'OPTIONS', '/users/7', undefined);
    await expectRoute(client, 'GET', '/static/missing', undefined);
    await spansOf(client, 'GET', '/static/note.txt');
  },

  async 'continues the trace of the client'(client) {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const [request] = await spansOf(client, 'GET', '/users/7', { traceparent });
    assert.equal(request.parent, 'b7ad6b7169203331');
  },
};
