import { startLoad } from '../bench/http/processes.js';
import type { Scenario } from '../bench/http/scenario.js';
import { CONNECTIONS } from '../bench/http/settings.js';
import type { Subject } from '../bench/http/subjects.js';
import { verify } from '../bench/http/verify.js';

/** Requests of the first burst. Each of the others is to last to the end, as opening connections has its cost. */
const BURST = 500;

/** Checks the answers of a server once, and keeps it busy for so many seconds. */
export async function askFor(
  seconds: number,
  subject: Subject,
  scenario: Scenario,
  port: number,
): Promise<void> {
  await verify(subject.name, scenario, port);
  const load = startLoad();
  const job = { port, scenario: scenario.id, connections: CONNECTIONS, pipelining: 1 };
  const until = Date.now() + seconds * 1000;
  try {
    for (let amount = BURST; Date.now() < until; ) {
      const { count, milliseconds } = await load.run({ ...job, amount });
      amount = Math.max(BURST, Math.round((count / milliseconds) * (until - Date.now())));
    }
  } finally {
    await load.stop();
  }
}
