import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ATTACKS } from '../../bench/bounds/attacks.js';
import type { Framework } from '../../bench/framework.js';
import maglev from '../../src/index.js';

const express: Framework = createRequire(import.meta.url)('express5');

for (const { name, request, createApp } of ATTACKS) {
  test(`${name}: Express and maglev respond, each time`, async () => {
    for (const framework of [express, maglev as unknown as Framework]) {
      const server = createApp(framework).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      for (let i = 0; i < 3; i++)
        assert.match(await send(port, request), /^HTTP\/1.1 200 OK\r\n.*\r\n\r\nok$/s);
      await new Promise((resolve) => server.close(resolve));
    }
  });
}

function send(port: number, request: string): Promise<string> {
  const text = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('error', reject);
    socket.on('data', (chunk) => (response += chunk));
    socket.on('end', () => resolve(response));
  });
}
