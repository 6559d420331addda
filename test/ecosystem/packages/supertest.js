import assert from 'node:assert/strict';
import http from 'node:http';

/** Runs supertest in the process of the application: `GET /<flow>` responds with the results of the flow for each kind of target. */
export function program({ require }) {
  const request = require('supertest');
  const app = applicationBy(require('express'));
  const listening = http.createServer(app).listen(0);
  const targets = {
    application: app,
    server: http.createServer(app),
    listening,
    url: () => `http://127.0.0.1:${listening.address().port}`,
    function: (req, res) => app(req, res),
  };
  return http.createServer(async (req, res) => {
    try {
      const seen = {};
      for (const [name, target] of Object.entries(targets)) {
        const subject = name === 'url' ? target() : target;
        seen[name] = await FLOWS[req.url.slice(1)](request, subject);
      }
      res.end(JSON.stringify(seen));
    } catch (error) {
      res.writeHead(500).end(error.stack);
    }
  });
}

function applicationBy(express) {
  const app = express();
  app.use(express.json(), express.urlencoded({ extended: false }));
  app.get('/json', (_req, res) => res.json({ a: [1, { b: 2 }] }));
  app.get('/text', (_req, res) => res.type('text').send('plain'));
  app.get('/bytes', (_req, res) => res.send(Buffer.from([1, 2, 3])));
  app.get('/query', (req, res) => res.json(req.query));
  app.get('/user', (req, res) => res.send(req.get('authorization')));
  app.get('/cookie', (req, res) =>
    res.cookie('seen', '1', { httpOnly: true }).send(req.get('cookie') ?? 'none'),
  );
  app.get('/moved', (_req, res) => res.redirect('/json'));
  app.get('/failing', () => {
    throw new Error('failing');
  });
  app.post('/body', (req, res) => res.status(201).json({ type: req.get('content-type'), body: req.body }));
  app.post('/upload', (req, res) => {
    let size = 0;
    req.on('data', (chunk) => (size += chunk.length));
    req.on('end', () => res.json({ type: req.is('multipart/*'), isComplete: size > 100_000 }));
  });
  app.use((error, _req, res, _next) => res.status(500).json({ message: error.message }));
  return app;
}

const FLOWS = {
  async expectations(request, target) {
    const { headers } = await request(target)
      .get('/json')
      .expect('Content-Type', /json/)
      .expect(200, { a: [1, { b: 2 }] });
    await request(target).get('/moved').expect(302).expect('Location', '/json');
    await request(target).get('/text').expect('plain');
    const unmet = await request(target)
      .get('/json')
      .expect(500)
      .catch((error) => error.message);
    return [headers.etag, headers['content-length'], unmet];
  },

  async bodies(request, target) {
    const json = await request(target).post('/body').send({ x: 1 });
    const form = await request(target).post('/body').type('form').send('a=1&b=2');
    const file = await request(target)
      .post('/upload')
      .field('a', 'b')
      .attach('file', Buffer.alloc(100_000), 'file.bin');
    return [json.status, json.body, form.body, file.body];
  },

  async requests(request, target) {
    const query = await request(target)
      .get('/query')
      .query({ a: 1, b: ['x', 'y'] });
    const user = await request(target).get('/user').auth('ann', 'secret');
    const bytes = await request(target).get('/bytes').buffer(true);
    const head = await request(target).head('/json');
    const options = await request(target).options('/json');
    const moved = await request(target).get('/moved').redirects(1);
    const failing = await request(target).get('/failing');
    const missing = await request(target).get('/missing');
    return [
      query.body,
      user.text,
      [...bytes.body],
      head.headers['content-length'],
      options.headers.allow.split(/, ?/),
      moved.body,
      failing.body,
      missing.status,
    ];
  },

  async agents(request, target) {
    const agent = request.agent(target);
    const first = await agent.get('/cookie');
    const second = await agent.get('/cookie');
    return [first.text, second.text];
  },

  async 'many-at-once'(request, target) {
    const requests = Array.from({ length: 10 }, (_, i) => request(target).get('/query').query({ i }));
    return (await Promise.all(requests)).map(({ body }) => body.i);
  },

  callbacks: (request, target) =>
    new Promise((resolve, reject) => {
      request(target)
        .get('/text')
        .end((error, { text }) => (error ? reject(error) : resolve(text)));
    }),
};

const EXPECTED = {
  expectations: [
    'W/"11-+MmSqJQaVDJviatyfTQ9idkkUdQ"',
    '17',
    'expected 500 "Internal Server Error", got 200 "OK"',
  ],
  bodies: [
    201,
    { type: 'application/json', body: { x: 1 } },
    { type: 'application/x-www-form-urlencoded', body: { a: '1', b: '2' } },
    { type: 'multipart/form-data', isComplete: true },
  ],
  requests: [
    { a: '1', b: ['x', 'y'] },
    'Basic YW5uOnNlY3JldA==',
    [1, 2, 3],
    '17',
    ['GET', 'HEAD'],
    { a: [1, { b: 2 }] },
    { message: 'failing' },
    404,
  ],
  agents: ['none', 'seen=1'],
  'many-at-once': ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  callbacks: 'plain',
};

const TARGETS = ['application', 'server', 'listening', 'url', 'function'];

export const cases = Object.fromEntries(
  Object.entries(EXPECTED).map(([flow, expected]) => [
    `sends requests to applications, servers and URLs: ${flow.replaceAll('-', ' ')}`,
    async (client) => {
      const { json } = await client.get(`/${flow}`);
      assert.deepEqual(json, Object.fromEntries(TARGETS.map((name) => [name, expected])));
    },
  ]),
);
