/**
 * One subject with one scenario in a process of its own: `node server.js '{"subject": ..., "scenario": id}'`. Tells its
 * parent the port, then CPU time and memory whenever it is asked. Ends in an orderly way, as profilers write at the end.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { importFromHere } from '../peers.js';
import type { Serve } from './application.js';
import { scenarioOf } from './scenarios.js';
import type { Options, Subject } from './subjects.js';

/** What the first argument is, as JSON. */
export interface Task {
  readonly subject: Subject;
  readonly scenario: string;
}

const { subject, scenario }: Task = JSON.parse(process.argv[2]!);
importFromHere(subject.needs ?? []);
// Some adapters load what they are for, and others are given it: the clock is before both.
const begin = performance.now();
const { serve }: { serve: Serve<Options> } = await import(`./subjects/${subject.adapter}.js`).catch(giveUp);
const server = await serve(scenarioOf(scenario).application(), subject.options, {
  port: 0,
  host: '127.0.0.1',
});
if (!server.listening) await once(server, 'listening');
const startup = performance.now() - begin;

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => process.exit());
process.on('message', (question) => {
  if (question === 'collected') globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send!({ cpu: user + system, rss, heapUsed });
});
process.send?.({ port: (server.address() as AddressInfo).port, startup });

/** Some packages are needed by adapters alone: say which one, and what to do. */
function giveUp(error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !process.send) throw error;
  const [, missing] = /package '([^']+)'/.exec(error.message) ?? [];
  const sentence = `${subject.name} needs ${missing}: run "npm install ${missing}".`;
  return new Promise(() => process.send!({ error: sentence }, () => process.exit()));
}
