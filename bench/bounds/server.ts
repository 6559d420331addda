/** Serves the application of one attack: `server.js <index of the attack> <file of the framework>`. Sends its CPU time on every message. */
import type { AddressInfo } from 'node:net';
import { loadFile } from '../peers.js';
import { ATTACKS } from './attacks.js';

const [index, file] = process.argv.slice(2) as [string, string];
const app = ATTACKS[Number(index)]!.createApp(loadFile(file));
const server = app.listen(0, '127.0.0.1', () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ microseconds: user + system });
});
process.on('disconnect', () => process.exit());
