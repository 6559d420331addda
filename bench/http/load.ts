/** The process that sends the requests, controlled by messages of its parent. */
import { type Crowd, fireShots, type Load } from '../shared.js';
import { loadCannon } from './cannon.js';
import { scenarioOf } from './scenarios.js';
import { Shots } from './shots.js';

export interface Job extends Required<Omit<Crowd, 'milliseconds'>> {
  /** Its id. */
  readonly scenario: string;
}

type Fire = (crowd: Omit<Job, 'scenario'>) => Promise<Load>;

const cannon = await loadCannon();
/** Prepared once, and used until another scenario is requested. */
let current: { readonly id: string; readonly fire: Fire } | undefined;

process.on('disconnect', () => process.exit());
process.on('message', async ({ scenario: id, ...crowd }: Job) => {
  try {
    if (current?.id !== id) current = { id, fire: prepare(id) };
    process.send!(await current.fire(crowd));
  } catch (error) {
    process.send!({ error: (error as Error).message });
  }
});

/**
 * autocannon sends requests that do not change. Others are sent by the client of `maglev compare`: autocannon would build each
 * request again or copy all of them for each connection, and takes more CPU time.
 */
function prepare(id: string): Fire {
  const scenario = scenarioOf(id);
  if (cannon !== undefined && scenario.size === 1) return (crowd) => cannon(scenario, crowd);
  const { next } = new Shots(scenario);
  return (crowd) => fireShots(crowd, next);
}
