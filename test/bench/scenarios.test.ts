import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { scenarioOf, scenarios } from '../../bench/http/scenarios.js';
import { serve } from '../../bench/http/subjects/express.js';
import { verify } from '../../bench/http/verify.js';

const module = createRequire(import.meta.url).resolve('express5');

for (const scenario of [...scenarios, scenarioOf('depth-3'), scenarioOf('middlewares-0')]) {
  test(`Express sends the responses that "${scenario.name}" expects`, async () => {
    const server = await serve(scenario.application(), { module }, { port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    try {
      await verify('Express 5', scenario, (server.address() as AddressInfo).port);
    } finally {
      server.close();
    }
  });
}

test('rejects an unknown scenario by name', () => {
  assert.throws(
    () => scenarioOf('flat'),
    /There is no scenario flat; there are plaintext, json, same, param, /,
  );
  assert.throws(() => scenarioOf('toString-5'), /There is no scenario toString-5; /);
});
