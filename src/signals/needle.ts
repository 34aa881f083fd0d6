/**
 * Bytes by which a line is found that may matter, so that all others need not be looked at one by one.
 *
 * @module
 */

export interface Needle {
  readonly bytes: Buffer;
  /** Only where a line begins, or behind the bold of Markdown there. */
  readonly atStart: boolean;
}

/** A needle that counts anywhere in a line. */
export const anywhere = (text: string): Needle => ({ bytes: Buffer.from(text), atStart: false });

/** A needle that counts where a line begins. */
export const atStart = (text: string): Needle => ({ bytes: Buffer.from(text), atStart: true });

const NEWLINE = 10;
const BOLD: ReadonlySet<number | undefined> = new Set([0x2a, 0x5f]);

/** The first place from `from` on, or -1. `bytes` begin where a line does. */
export const findNeedle = ({ bytes: needle, atStart }: Needle, bytes: Buffer, from: number): number => {
  let found = bytes.indexOf(needle, from);
  if (!atStart) return found;
  while (found > 0 && bytes[found - 1] !== NEWLINE && !BOLD.has(bytes[found - 1])) {
    found = bytes.indexOf(needle, found + 1);
  }
  return found;
};
