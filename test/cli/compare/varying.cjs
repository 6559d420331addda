// An application whose responses are never the same: times, random names, sessions, counters, processes. With SEEDED=1, it has
// one difference that depends on the framework, next to the parts that vary.
const crypto = require('node:crypto');
const express = require('express');

const app = express();
const isOdd = process.env.SEEDED === '1' && typeof app.routes === 'function';
const started = new Date();
const instance = crypto.randomUUID();
const sessions = new Map();
let count = 0;

app.use((_req, res, next) => {
  res.set('X-Request-Id', crypto.randomBytes(8).toString('base64'));
  res.set('X-Response-Time', `${(Math.random() * 3).toFixed(Math.floor(Math.random() * 4))}ms`);
  next();
});
app.use((_req, res, next) => {
  const id = crypto.randomBytes(18).toString('base64');
  sessions.set(id, { since: Date.now() });
  res.cookie('sid', id, { httpOnly: true, path: '/', maxAge: 60_000 });
  next();
});

app.get('/', (_req, res) => res.send('hello'));
app.get('/uptime', (_req, res) => res.json({ uptime: process.uptime(), kind: isOdd ? 'b' : 'a' }));
app.get('/random', (_req, res) => res.send(String(Math.random())));
app.get('/coin', (_req, res) => res.json({ heads: Math.random() < 0.5, rare: Math.random() < 0.05 }));
app.get('/die', (_req, res) =>
  res.status(Math.random() < 0.3 ? 503 : 200).send('x'.repeat(Math.floor(Math.random() * 3))),
);
app.get('/second', (_req, res) => res.type('text').send(`it is ${new Date().toUTCString()}`));
app.get('/count', (_req, res) => res.json({ count: ++count }));
app.get('/process', (_req, res) => res.json({ pid: process.pid, started, instance, day: started.getDay() }));
app.get('/sessions', (_req, res) => res.json({ number: sessions.size, last: [...sessions.keys()].at(-1) }));
app.get('/list', (_req, res) => {
  res.json(
    Array.from({ length: 1 + Math.floor(Math.random() * 3) }, (_, id) => ({ id, key: crypto.randomUUID() })),
  );
});
app.get('/form', (_req, res) => {
  const token = crypto.randomBytes(12).toString('base64');
  res.send(`<form>\n<input name="csrf" value="${token}">\n<p>the same</p>\n<p>${Date.now()}</p>\n</form>\n`);
});
app.get('/flaky', (_req, res) => (Math.random() < 0.1 ? res.sendStatus(500) : res.send('fine')));
app.get('/expires', (_req, res) => {
  res
    .set('Expires', new Date(Date.now() + 60_000).toUTCString())
    .set('Last-Modified', started.toUTCString())
    .send('x');
});

module.exports = app;
