import assert from 'node:assert/strict';

export const volatile = [/(?<=connect\.sid=)[^;]+/g];

const USERS = [{ id: 7, name: 'ann', password: 'secret' }];

export function program({ require }) {
  const express = require('express');
  const { Passport } = require('passport');
  const { Strategy } = require('passport-local');
  const passport = new Passport();
  passport.use(
    new Strategy((name, password, done) => {
      const user = USERS.find((one) => one.name === name);
      if (!user) return done(null, false, { message: 'unknown' });
      if (password === 'explode') return done(new Error('exploded'));
      return user.password === password ? done(null, user) : done(null, false, { message: 'wrong' });
    }),
  );
  passport.serializeUser((user, done) => done(null, user.id));
  passport.deserializeUser((id, done) =>
    done(
      null,
      USERS.find((user) => user.id === id),
    ),
  );

  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(require('express-session')({ secret: 'secret', resave: false, saveUninitialized: false }));
  app.use(passport.initialize());
  app.use(passport.session());
  app.post('/login', passport.authenticate('local', { failureRedirect: '/no', successRedirect: '/me' }));
  app.post('/api/login', passport.authenticate('local'), (req, res) => res.json({ id: req.user.id }));
  app.post('/callback', (req, res, next) => {
    passport.authenticate('local', (error, user, info) => {
      if (error) return next(error);
      return res.json({ user: user?.name, info });
    })(req, res, next);
  });
  app.get('/me', (req, res) => {
    if (!req.isAuthenticated()) return res.status(401).json({ user: null });
    return res.json({ user: req.user.name });
  });
  app.post('/logout', (req, res, next) => req.logout((error) => (error ? next(error) : res.redirect('/me'))));
  return app;
}

const credentials = (username, password) => new URLSearchParams({ username, password });

export const cases = {
  async 'logs a user in and restores them from their session'(client) {
    const login = await client.post('/login', credentials('ann', 'secret'));
    assert.equal(login.status, 302);
    assert.equal(login.headers.location, '/me');
    const me = await client.get('/me', { cookie: login.cookies });
    assert.deepEqual(me.json, { user: 'ann' });
  },

  async 'logs a user out'(client) {
    const { cookies } = await client.post('/api/login', credentials('ann', 'secret'));
    const { status } = await client.post('/logout', '', { cookie: cookies });
    assert.equal(status, 302);
    assert.equal((await client.get('/me', { cookie: cookies })).status, 401);
  },

  async 'rejects others'(client) {
    const redirected = await client.post('/login', credentials('ann', 'guess'));
    assert.equal(redirected.headers.location, '/no');
    const refused = await client.post('/api/login', credentials('bob', 'secret'));
    assert.equal(refused.status, 401);
    assert.equal((await client.post('/api/login', credentials('', ''))).status, 400);
    assert.equal((await client.get('/me')).status, 401);
  },

  async 'passes the outcome to a callback'(client) {
    assert.deepEqual((await client.post('/callback', credentials('ann', 'secret'))).json, { user: 'ann' });
    assert.deepEqual((await client.post('/callback', credentials('bob', 'x'))).json.info, {
      message: 'unknown',
    });
    assert.equal((await client.post('/callback', credentials('ann', 'explode'))).status, 500);
  },
};
