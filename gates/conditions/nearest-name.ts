/** The nearest of `known` by edits, in any case; nothing when more than a third of `name` would have to change. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const limit = Math.ceil(name.length / 3);
  const near = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limit)
    .map((candidate) => ({ candidate, edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate;
};

/** Levenshtein distance: insertions, deletions and replacements of one character. */
const editsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, edits) => edits);
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(to).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
