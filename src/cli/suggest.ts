/** The word of a list that the user probably meant; undefined if none is similar. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, distance: name.startsWith(word) ? 1 : distanceOf(word, name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return word === '' ? undefined : near[0]?.name;
}

/** The edit distance: letters that are changed, added, omitted or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
      }
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
