/** Interleaved rounds: each subject runs for a short time in each, in rotating order, so that noise hits all alike. */

/**
 * `run(subject, round)` resolves with whatever was measured; returns the list of it for each subject. No round but the first
 * begins once `isOver` says so.
 */
export async function rounds<Subject, Figures>(
  subjects: readonly Subject[],
  count: number,
  run: (subject: Subject, round: number) => Promise<Figures>,
  isOver: () => boolean = () => false,
): Promise<Figures[][]> {
  const measured = subjects.map((): Figures[] => []);
  for (let round = 0; round < count && (round === 0 || !isOver()); round++) {
    for (let i = 0; i < subjects.length; i++) {
      const index = (i + round) % subjects.length;
      measured[index]!.push(await run(subjects[index]!, round));
    }
  }
  return measured;
}
