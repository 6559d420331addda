/** Interleaved rounds: each subject runs briefly in each, in rotating order, so that noise affects all equally. */

/**
 * `run(subject, round)` resolves with a measurement; returns the list of measurements for each subject. After the first
 * round, no further one starts once `isOver` returns true.
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
