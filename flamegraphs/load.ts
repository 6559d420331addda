import { startLoad } from '../bench/http/processes.js';
import type { Scenario } from '../bench/http/scenario.js';
import { CONNECTIONS } from '../bench/http/settings.js';
import type { Subject } from '../bench/http/subjects.js';
import { verify } from '../bench/http/verify.js';

/** Requests of the first burst. Each later burst is sized to last until the end, because opening connections is expensive. */
const BURST = 500;

/** Verifies the responses of a server once, and keeps it under load for `seconds`. */
export async function runLoad(
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
