/**
 * Serves one subject with one scenario: `node server.js '{"subject": ..., "scenario": id}'`. Sends its parent the port, then CPU
 * time and memory on request. Exits normally on SIGINT, because profilers write their output at exit.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { importFromHere } from '../peers.js';
import type { Serve } from './application.js';
import { scenarioOf } from './scenarios.js';
import type { Options, Subject } from './subjects.js';

/** The first argument, as JSON. */
export interface Task {
  readonly subject: Subject;
  readonly scenario: string;
}

const { subject, scenario }: Task = JSON.parse(process.argv[2]!);
importFromHere(subject.needs ?? []);
// Some adapters import their framework, and others load it in `serve`: the startup time includes both.
const begin = performance.now();
const { serve }: { serve: Serve<Options> } = await import(`./subjects/${subject.adapter}.js`).catch(
  reportMissing,
);
const server = await serve(scenarioOf(scenario).application(), subject.options, {
  port: 0,
  host: '127.0.0.1',
});
if (!server.listening) await once(server, 'listening');
const startup = performance.now() - begin;

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => process.exit());
process.on('message', (message) => {
  if (message === 'collected') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send!({ cpu: user + system, rss, heapUsed });
});
process.send?.({ port: (server.address() as AddressInfo).port, startup });

/** Reports the missing package of an adapter and how to install it. */
function reportMissing(error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !process.send) throw error;
  const [, missing] = /package '([^']+)'/.exec(error.message) ?? [];
  const message = `${subject.name} needs ${missing}: run "npm install ${missing}".`;
  return new Promise(() => process.send!({ error: message }, () => process.exit()));
}
