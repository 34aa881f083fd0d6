/**
 * Observes an agent while it works: whether it prints anything, its events, the end of its stderr. Bounded memory.
 *
 * @module
 */
import type { Activity, Extracted, Extractor } from '../signals/envelopes/extractor.ts';
import { readAgentOutput } from '../signals/envelopes/read-agent-output.ts';

/** The result at the end of the stream. */
export interface Received {
  /** Anything but blanks on stdout. */
  readonly saysSomething: boolean;
  /** The facts from its events; `null` for a program whose stdout is its message. */
  readonly extracted: Extracted | null;
  /** The last kilobytes of stderr. */
  readonly stderrTail: string;
}

interface TurnListener {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
  readonly end: () => Received;
}

const TAIL_BYTES = 16 * 1024;

/** @param extractor - `null` for a program whose stdout is its message @param onActivity - receives every sign of life, with its meaning if known */
export const createTurnListener = (
  extractor: Extractor | null,
  onActivity: (activity: Activity) => void,
): TurnListener => {
  const events = extractor === null ? null : readAgentOutput(extractor, onActivity);
  let tail = Buffer.alloc(0);
  let saysSomething = false;
  return {
    stdout: (chunk) => {
      saysSomething ||= !isBlank(chunk);
      onActivity('none');
      events?.write(chunk);
    },
    stderr: (chunk) => {
      onActivity('none');
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
    },
    end: () => ({
      saysSomething,
      extracted: events?.end() ?? null,
      stderrTail: tail.toString('utf8'),
    }),
  };
};

/** Blanks and control characters alone are no output. */
const isBlank = (chunk: Buffer): boolean => chunk.every((byte) => byte <= 0x20 || byte === 0x7f);
