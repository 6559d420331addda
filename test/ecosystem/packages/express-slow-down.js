import assert from 'node:assert/strict';

export function program({ require }) {
  const express = require('express');
  const { slowDown } = require('express-slow-down');
  const app = express();
  app.use(slowDown({ windowMs: 3_600_000, delayAfter: 1, delayMs: (used) => used * 5, maxDelayMs: 15 }));
  app.get('/', (req, res) => {
    const { limit, used, remaining, delay } = req.slowDown;
    res.json({ limit, used, remaining, delay });
  });
  return app;
}

export const cases = {
  async 'delays requests increasingly'(client) {
    const seen = [];
    for (let i = 0; i < 4; i += 1) seen.push((await client.get('/')).json);
    assert.deepEqual(
      seen.map(({ used, delay }) => [used, delay]),
      [
        [1, 0],
        [2, 10],
        [3, 15],
        [4, 15],
      ],
    );
  },
};
