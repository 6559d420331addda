import { postgres } from '../harness/postgres.js';
import { recordProgram } from '../harness/program.js';

const ADMIN = '*:*.administrator';
const BACKEND = 'default:development.backend';
const FRONTEND = 'default:development.frontend';
const USER = { username: 'admin', password: 'Mind-the-gap-2020' };

/** An application that queries feature flags with Unleash's own client. */
const CLIENT = `
const { once } = require('node:events');
const { Unleash } = require('unleash-client');

const clientOf = (appName, Authorization) => new Unleash({
  url: process.argv[2] + '/api/', appName, instanceId: 'one', customHeaders: { Authorization }, backupPath: 'data',
  refreshInterval: 600_000, metricsInterval: 600_000, skipInstanceCountWarning: true,
});

(async () => {
  const trains = clientOf('trains', '${BACKEND}');
  await once(trains, 'synchronized');
  const calls = ['doors', 'lights', 'horn', 'none'].map((name) => {
    const users = ['1', '2', 'conductor'].map((userId) => trains.isEnabled(name, { userId }));
    const variant = trains.getVariant(name, { userId: '1' });
    return { name, users, variant, definition: trains.getFeatureToggleDefinition(name) };
  });
  await trains.destroyWithFlush();
  const stranger = clientOf('strangers', 'wrong');
  const { message } = await new Promise((resolve) => stranger.once('error', resolve));
  stranger.destroy();
  console.log(JSON.stringify({ calls, message }, null, 2));
})();
`;

/** Needs a newer Node than the oldest that maglev supports. */
export const dependencies = { 'unleash-server': '8.2.0', 'unleash-client': '6.12.1', node: '24.9.0' };
export const files = { 'client.cjs': CLIENT };
export const start = () => ['node_modules/unleash-server/dist/server.js'];
export const env = (port) => ({
  HTTP_HOST: '127.0.0.1',
  HTTP_PORT: String(port),
  UNLEASH_URL: `http://127.0.0.1:${port}`,
  DATABASE_SSL: 'false',
  CHECK_VERSION: 'false',
  SEND_TELEMETRY: 'false',
  ENABLE_OAS: 'true',
  INIT_ADMIN_API_TOKENS: ADMIN,
  INIT_BACKEND_API_TOKENS: BACKEND,
  INIT_FRONTEND_API_TOKENS: FRONTEND,
  UNLEASH_DEFAULT_ADMIN_USERNAME: USER.username,
  UNLEASH_DEFAULT_ADMIN_PASSWORD: USER.password,
});
export const { prepare, skip } = postgres;
/** Times, generated values, and the entity tags that depend on them. */
export const volatile = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  /\b01[0-9A-Z]{24}\b/g,
  /(?<=[?&]token=)[^"&]+/g,
  /(?<=^Set-Cookie: unleash-session=)[^;]*(?=;)/gim,
  /(?<=^Set-Cookie: .*Expires=)[^;]*/gim,
  /(?<=^(?:RateLimit-Reset|Last-Modified): ).*/gim,
  /(?<=^ETag: (?:W\/)?"[0-9a-f]+-).*(?=")/gim,
];

const NOON = '2020-01-01T12:00:00Z';
const as = (authorization) => ({ authorization });
const FEATURES = '/api/admin/projects/default/features';
const FEATURE = `${FEATURES}/doors`;
const STRATEGIES = `${FEATURE}/environments/development/strategies`;

export async function sendRequests(client, { folder }) {
  await addFeatures(client);
  await change(client);
  for (const path of ADMINS) await client.get(`/api/admin${path}`, as(ADMIN));
  for (const path of PATHS) await client.get(path);
  await requestAsApplication(client);
  await recordProgram(client, folder, 'client.cjs', client.url);
  await requestAsUser(client);
}

async function addFeatures(client) {
  for (const name of ['doors', 'lights', 'horn']) {
    await client.post(FEATURES, { name, type: 'release', description: `The ${name}.` }, as(ADMIN));
  }
  for (const body of [
    { name: 'doors' },
    { name: 'two words' },
    {},
    { name: 'x', type: 'none' },
    [],
    { name: 5 },
  ]) {
    await client.post(FEATURES, body, as(ADMIN));
  }
  await client.post(FEATURES, '{ "name": ', { ...as(ADMIN), 'content-type': 'application/json' });
  await client.post(FEATURES, new URLSearchParams({ name: 'form' }), as(ADMIN));
  await client.post(FEATURES, 'text', { ...as(ADMIN), 'content-type': 'text/plain' });
  await client.post('/api/admin/features/validate', { name: 'doors' }, as(ADMIN));
  await client.post('/api/admin/features/validate', { name: 'free' }, as(ADMIN));
  const users = { name: 'userWithId', parameters: { userIds: '1,conductor' } };
  const variants = [{ name: 'left', weight: 1000, weightType: 'variable', stickiness: 'default' }];
  const half = {
    name: 'flexibleRollout',
    parameters: { rollout: '70', stickiness: 'userId', groupId: 'doors' },
    variants,
  };
  for (const body of [users, half, { name: 'none' }, {}]) await client.post(STRATEGIES, body, as(ADMIN));
  for (const name of ['doors', 'lights']) {
    await client.post(`${FEATURES}/${name}/environments/development/on`, {}, as(ADMIN));
  }
  await client.post(`${FEATURES}/horn/environments/none/on`, {}, as(ADMIN));
}

async function change(client) {
  const patch = [{ op: 'replace', path: '/description', value: 'Mind them.' }];
  await client.send('PATCH', FEATURE, as(ADMIN), patch);
  await client.send('PATCH', FEATURE, as(ADMIN), { not: 'a patch' });
  await client.send('PUT', FEATURE, as(ADMIN), { name: 'doors', description: 'Doors.', type: 'experiment' });
  await client.post('/api/admin/features/doors/tags', { type: 'simple', value: 'wagon' }, as(ADMIN));
  await client.send('DELETE', '/api/admin/features/doors/tags/simple/wagon', as(ADMIN));
  await client.post(`${FEATURE}/clone`, { name: 'windows' }, as(ADMIN));
  await client.send('DELETE', `${FEATURES}/windows`, as(ADMIN));
  await client.send('DELETE', `${FEATURES}/windows`, as(ADMIN));
  await client.post('/api/admin/archive/revive/windows', {}, as(ADMIN));
  await client.post(
    '/api/admin/context',
    { name: 'line', legalValues: [{ value: '2' }], stickiness: true },
    as(ADMIN),
  );
  await client.post('/api/admin/context', { name: 'line' }, as(ADMIN));
  await client.send('DELETE', '/api/admin/context/line', as(ADMIN));
  await client.post('/api/admin/segments', { name: 'all', constraints: [] }, as(ADMIN));
  await client.post('/api/admin/strategies', { name: 'own', parameters: [] }, as(ADMIN));
  await client.post('/api/admin/strategies/own/deprecate', {}, as(ADMIN));
  await client.post('/api/admin/tag-types', { name: 'wagon', description: 'wagons' }, as(ADMIN));
  await client.post('/api/admin/features-batch/none', { features: [] }, as(ADMIN));
}

const ADMINS = [
  ...[
    '/projects',
    '/projects/default/features',
    '/projects/default/features/doors',
    '/projects/default/overview',
  ],
  ...['/projects/none', '/projects/default/features/none', '/projects/default/features/%zz', '/features'],
  ...['/strategies', '/strategies/own', '/strategies/none', '/context', '/context/userId', '/context/none'],
  ...[
    '/environments',
    '/environments/development',
    '/segments',
    '/segments/1',
    '/segments/x',
    '/tag-types',
    '/tags/simple',
  ],
  ...['/feature-types', '/events/doors', '/archive/features', '/ui-config'],
  ...[
    '/user-admin',
    '/user-admin/1',
    '/user-admin/none',
    '/addons',
    '/state/export',
    '/metrics/applications',
    '/none',
    '',
  ],
  ...[
    '/search/features?query=doors&limit=1&offset=0',

    '/search/events?type=IS:feature-created',
  ],
  ...['/favorites/features', '/splash/x', '/constraints'],
  ...['/projects/default/stale', '/personal-dashboard', '/maintenance', '/permissions'],
];
const PATHS = [
  ...[
    '/',
    '/login',
    '/projects/default',
    '/health',
    '/ready',
    '/favicon.ico',
    '/index.html',
    '/static/none.js',
    '/none.js',
  ],
  ...[
    '/docs/openapi',
    '/docs/openapi.json',
    '/docs/openapi/',
    '/api/admin/projects',
    '/api/client/features',
    '/api/none',
  ],
  ...[
    '/api/frontend',
    '/auth/none',
    '/auth/reset/validate?token=x',
    '/invite/x/validate',
    '/logout',
    '/%zz',
    '//',
    '/api',
  ],
];

async function requestAsApplication(client) {
  const { headers } = await client.get('/api/client/features', as(BACKEND));
  await client.get('/api/client/features', { ...as(BACKEND), 'if-none-match': headers.etag ?? '"none"' });
  await client.get('/api/client/features', { ...as(BACKEND), 'accept-encoding': 'gzip' });
  for (const path of ['/features/doors', '/features/none', '/delta', '/features?namePrefix=l', '/none']) {
    await client.get(`/api/client${path}`, as(BACKEND));
  }
  const bucket = {
    start: NOON,
    stop: NOON,
    toggles: { doors: { yes: 2, no: 1, variants: {} } },
  };
  const register = { appName: 'trains', strategies: ['default'], started: NOON, interval: 10 };
  for (const body of [register, {}, [], { appName: 5 }])
    await client.post('/api/client/register', body, as(BACKEND));
  await client.post('/api/client/metrics', { appName: 'trains', instanceId: 'one', bucket }, as(BACKEND));
  await client.post('/api/client/metrics', { appName: 'trains', bucket: {} }, as(BACKEND));
  await client.post('/api/client/metrics', '{', { ...as(BACKEND), 'content-type': 'application/json' });
  await client.get('/api/frontend?userId=1', { ...as(FRONTEND), origin: 'http://a.example' });
  await client.post('/api/frontend', { context: { userId: '2' } }, as(FRONTEND));
  await client.post(
    '/api/frontend/client/register',
    { appName: 'page', interval: 1, started: NOON },
    as(FRONTEND),
  );
  for (const token of [FRONTEND, BACKEND, 'wrong']) {
    await client.get('/api/client/features', as(token));
    await client.get('/api/frontend', as(token));
    await client.get('/api/admin/projects', as(token));
  }
  for (const path of ['/api/frontend', '/api/client/features', '/api/admin/strategies', '/', '/health']) {
    await client.send('HEAD', path, as(ADMIN));
    await client.send('OPTIONS', path, {
      origin: 'http://a.example',
      'access-control-request-method': 'GET',
    });
  }
}

/** With a session, which is stored in a cookie and in the database. */
async function requestAsUser(client) {
  await client.post('/auth/simple/login', { ...USER, password: 'wrong' });
  await client.post('/auth/simple/login', {});
  const { cookies: cookie } = await client.post('/auth/simple/login', USER);
  for (const path of ['/user', '/user/profile', '/user/tokens', '/environments']) {
    await client.get(`/api/admin${path}`, { cookie });
  }
  await client.post('/auth/reset/validate-password', { password: 'weak' });
  await client.post(
    '/api/admin/user/change-password',
    { password: 'a', confirmPassword: 'b', oldPassword: 'c' },
    { cookie },
  );
  await client.post('/api/admin/user-admin', { email: 'a@example.com', name: 'A', rootRole: 2 }, { cookie });
  await client.post('/api/admin/user-admin', { email: 'none', rootRole: 2 }, { cookie });
  await client.send('DELETE', '/api/admin/user-admin/99', { cookie });
  await client.post('/logout', {}, { cookie });
  await client.get('/api/admin/user', { cookie });
}
