import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import test from 'node:test';
import { load } from './load.js';

const { scenarios, scenarioOf } = await load('http/scenarios.js');
const { serve } = await load('http/subjects/express.js');
const { verify } = await load('http/verify.js');
const module = createRequire(import.meta.url).resolve('express5');

for (const scenario of [...scenarios, scenarioOf('depth-3'), scenarioOf('middlewares-0')]) {
  test(`Express gives the answers that "${scenario.name}" expects`, async () => {
    const server = serve(scenario.application(), { module }, { port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    try {
      await verify('Express 5', scenario, server.address().port);
    } finally {
      server.close();
    }
  });
}

test('an unknown scenario is refused by name', () => {
  assert.throws(() => scenarioOf('flat'), /There is no scenario flat; there are plaintext, json, param, /);
  assert.throws(() => scenarioOf('toString-5'), /There is no scenario toString-5; /);
});
