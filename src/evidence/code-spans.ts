/**
 * Inline code of one line of Markdown. Linear in the line, whatever is in it: a document is written by whom it is
 * held against.
 *
 * @module
 */

/** The places of inline code, in order: positions of the first backtick and behind the last one. */
export const findCodeSpans = (text: string): readonly (readonly [start: number, end: number])[] => {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  // From the right, so that each run knows the next one of its length without looking for it.
  const nextOf = new Map<number, number>();
  const closings = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    closings[at] = nextOf.get(length) ?? -1;
    nextOf.set(length, at);
  }
  const spans: (readonly [number, number])[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at];
    const closing = runs[closings[at] ?? -1];
    if (opening === undefined || closing === undefined) continue;
    spans.push([opening.index, closing.index + closing.length]);
    at = closings[at] ?? at;
  }
  return spans;
};

/** The line with each inline code in it put out, at its old length. */
export const blankCode = (text: string): string => {
  let blanked = '';
  let from = 0;
  for (const [start, end] of findCodeSpans(text)) {
    blanked += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return blanked + text.slice(from);
};
