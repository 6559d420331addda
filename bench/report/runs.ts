/** The order in which several versions of Node are shown. */
import { LTS, OLDEST } from '../nodes.js';

interface OfNode {
  readonly node: string;
}

/** The newest with long-term support, then the oldest that maglev supports, then the others from new to old. */
export function orderedRuns<Run extends OfNode>({ runs }: { readonly runs: readonly Run[] }): Run[] {
  const newestFirst = runs.toSorted((a, b) => majorOf(b) - majorOf(a));
  const first = newestFirst.find((run) => majorOf(run) === Number(LTS)) ?? newestFirst[0];
  const beside = newestFirst.find((run) => run !== first && majorOf(run) === Number(OLDEST));
  return [...new Set([first, beside, ...newestFirst])].filter((run) => run !== undefined);
}

/** The runs that are shown side by side. */
export function shownRuns<Run extends OfNode>(report: { readonly runs: readonly Run[] }): Run[] {
  return orderedRuns(report).slice(0, 2);
}

function majorOf({ node }: OfNode): number {
  return Number.parseInt(node.replace(/^v/, ''), 10);
}
