/** The process that sends the requests, controlled by messages of its parent. */
import { type Load, type LoadOptions, sendLoad } from '../shared.js';
import { importAutocannon } from './autocannon.js';
import { PreparedRequests } from './prepared-requests.js';
import { scenarioOf } from './scenarios.js';

export interface Job extends Required<Omit<LoadOptions, 'milliseconds'>> {
  /** Its id. */
  readonly scenario: string;
}

type Send = (options: Omit<Job, 'scenario'>) => Promise<Load>;

const sendByAutocannon = await importAutocannon();
/** Prepared once, and used until another scenario is requested. */
let current: { readonly id: string; readonly send: Send } | undefined;

process.on('disconnect', () => process.exit());
process.on('message', async ({ scenario: id, ...options }: Job) => {
  try {
    if (current?.id !== id) current = { id, send: prepare(id) };
    process.send!(await current.send(options));
  } catch (error) {
    process.send!({ error: (error as Error).message });
  }
});

/**
 * autocannon sends requests that do not change. Others are sent by the client of `maglev compare`: autocannon would build each
 * request again or copy all of them for each connection, and takes more CPU time.
 */
function prepare(id: string): Send {
  const scenario = scenarioOf(id);
  if (sendByAutocannon !== undefined && scenario.size === 1)
    return (options) => sendByAutocannon(scenario, options);
  const { next } = new PreparedRequests(scenario);
  return (options) => sendLoad(options, next);
}
