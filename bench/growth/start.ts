/** What fresh processes take: to start, to answer the first request, and of memory. */
import type { Step } from '../http/measure.js';
import { startServer } from '../http/processes.js';
import type { Scenario } from '../http/scenario.js';
import type { Settings } from '../http/settings.js';
import type { Subject } from '../http/subjects.js';
import { verify } from '../http/verify.js';
import { rounds } from '../shared.js';

/** Milliseconds until a process listened and until its first response, and bytes of heap behind it. */
export interface Start {
  readonly startup: number;
  readonly first: number;
  readonly heapUsed: number;
}

/** For each subject a list, one per round; each round has a process of its own. */
export function measureStarts(
  scenario: Scenario,
  subjects: readonly Subject[],
  settings: Settings,
  tell: (step: Step) => void,
): Promise<Start[][]> {
  return rounds(subjects, settings.rounds, async (subject, round) => {
    tell({ scenario, subject, doing: `start ${round + 1} of ${settings.rounds}` });
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
