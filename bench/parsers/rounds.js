/** Interleaved rounds: every subject runs for a short time in each, in rotating order, so that noise hits all alike. */

/** `run(subject)` resolves with a figure; returns median, lowest and highest of each subject's figures. */
export async function rounds(subjects, count, run) {
  const figures = subjects.map(() => []);
  for (let round = 0; round < count; round++) {
    for (let i = 0; i < subjects.length; i++) {
      const index = (i + round) % subjects.length;
      figures[index].push(await run(subjects[index]));
    }
  }
  return figures.map(summary);
}

function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], low: sorted[0], high: sorted.at(-1) };
}
