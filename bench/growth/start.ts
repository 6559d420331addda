/** Fresh processes: the time to start, the time to the first response, and memory. */
import type { Step } from '../http/measure.js';
import { startServer } from '../http/processes.js';
import type { Scenario } from '../http/scenario.js';
import type { Settings } from '../http/settings.js';
import type { Subject } from '../http/subjects.js';
import { verify } from '../http/verify.js';
import { rounds } from '../shared.js';

/** Milliseconds until a process listens and until its first response, and bytes of heap after it. */
export interface Start {
  readonly startup: number;
  readonly first: number;
  readonly heapUsed: number;
}

/** A list for each subject, with one item per round; each round starts a new process. */
export function measureStarts(
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  onStep: (step: Step) => void,
): Promise<Start[][]> {
  return rounds(subjects, settings.rounds, async (subject, round) => {
    onStep({ scenario, subject, doing: `start ${round + 1} of ${settings.rounds}` });
    const server = await startServer(subject, scenario, { node: settings.node, flags: ['--expose-gc'] });
    try {
      const begin = performance.now();
      await verify(subject.name, { ...scenario, size: 1 }, server.port);
      const first = performance.now() - begin;
      const { heapUsed } = await server.usage('collected');
      return { startup: server.startup, first, heapUsed };
    } finally {
      await server.stop();
    }
  });
}
