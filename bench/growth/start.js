/** What fresh processes take: to start, to answer the first request, and of memory. */
import { startServer } from '../http/processes.js';
import { verify } from '../http/verify.js';
import { rounds } from '../shared.js';

/** For each subject a list of { startup, first, heapUsed }, one per round; each round has a process of its own. */
export function measureStarts(scenario, subjects, settings, tell) {
  return rounds(subjects, settings.rounds, async (subject, round) => {
    tell({ scenario, subject, doing: `start ${round + 1} of ${settings.rounds}` });
    const server = await startServer(subject, scenario, { node: settings.node, flags: ['--expose-gc'] });
    try {
      const begin = performance.now();
      await verify(subject.name, scenario, server.port);
      const first = performance.now() - begin;
      const { heapUsed } = await server.usage('collected');
      return { startup: server.startup, first, heapUsed };
    } finally {
      await server.stop();
    }
  });
}
