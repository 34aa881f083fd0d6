/**
 * Counts line feeds four bytes at a time: an answer names its line, so every byte of a transcript is counted.
 *
 * @module
 */

const NEWLINE = 10;
const NEWLINES = 0x0a0a0a0a;
/** Each word adds at most one to each of four sums of 8 bits. */
const WORDS_PER_SUM = 255;

/** Line feeds in the bytes from `start` to before `end`. */
export const countNewlines = (bytes: Uint8Array, start: number, end: number): number => {
  let count = 0;
  let at = start;
  while (at < end && (bytes.byteOffset + at) % 4 !== 0) if (bytes[at++] === NEWLINE) count += 1;
  const length = (end - at) >> 2;
  const words = length === 0 ? [] : new Int32Array(bytes.buffer, bytes.byteOffset + at, length);
  for (let from = 0; from < length; from += WORDS_PER_SUM) {
    const to = Math.min(length, from + WORDS_PER_SUM);
    let sums = 0;
    for (let word = from; word < to; word += 1) {
      // Bytes that are a line feed become 0; the top bit of each byte then shows whether it is one.
      const zero = (words[word] ?? 0) ^ NEWLINES;
      sums += (~(((zero & 0x7f7f7f7f) + 0x7f7f7f7f) | zero) & 0x80808080) >>> 7;
    }
    count += (sums & 0xff) + ((sums >>> 8) & 0xff) + ((sums >>> 16) & 0xff) + (sums >>> 24);
  }
  for (at += length * 4; at < end; at += 1) if (bytes[at] === NEWLINE) count += 1;
  return count;
};
