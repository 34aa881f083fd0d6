/** The clocks of a turn: for an agent that hangs, and for a program that stays after its work. */
import { type Activity, type Extracted, type Extractor, readAgentOutput } from '../signals/envelopes/extractor.ts';

export interface Received {
  /** Anything but blanks on stdout. */
  readonly saysSomething: boolean;
  /** The facts from its events; `null` for a program whose stdout is its message. */
  readonly extracted: Extracted | null;
  /** The last kilobytes of stderr. */
  readonly stderrTail: string;
}

const TAIL_BYTES = 16 * 1024;

/** @param extractor - `null` for a program whose stdout is its message @param onActivity - receives every sign of life */
export const createTurnListener = (extractor: Extractor | null, onActivity: (activity: Activity) => void) => {
  const events = extractor === null ? null : readAgentOutput(extractor, onActivity);
  let tail = Buffer.alloc(0);
  let saysSomething = false;
  return {
    stdout: (chunk: Buffer): void => {
      saysSomething ||= !isBlank(chunk);
      onActivity('none');
      events?.write(chunk);
    },
    stderr: (chunk: Buffer): void => {
      onActivity('none');
      tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
    },
    end: (): Received => ({
      saysSomething,
      extracted: events?.end() ?? null,
      stderrTail: tail.toString('utf8'),
    }),
  };
};

/** Blanks and control characters alone are no output. */
const isBlank = (chunk: Buffer): boolean => chunk.every((byte) => byte <= 0x20 || byte === 0x7f);

/** The time without a sign of life, from the start on, not counting the wait for the provider: an agent that hangs. */
export const startIdleClock = (idleMs: number | null, onIdle: () => void) => {
  if (idleMs === null) return { receive: () => {}, stop: () => {} };
  let timer: NodeJS.Timeout | null = null;
  let waits = false;
  let stopped = false;
  const wind = (): void => {
    timer ??= setTimeout(onIdle, idleMs);
    timer.refresh();
  };
  const halt = (): void => {
    if (timer !== null) clearTimeout(timer);
    // A cleared timer cannot be restarted.
    timer = null;
  };
  wind();
  return {
    /** `none` is a sign of life without meaning: a waiting agent keeps waiting. */
    receive: (activity: Activity): void => {
      if (stopped) return;
      if (activity !== 'none') waits = activity === 'waiting' || activity === 'over';
      if (waits) halt();
      else wind();
    },
    stop: () => {
      stopped = true;
      halt();
    },
  };
};

/** For its own end, and for a last answer to a command that ended in the background. */
const STAY_MS = 5_000;

/** Tells when a program stays that has told how its turn ended. Work after that is a new part of the turn. */
export const createStayClock = (stayMs = STAY_MS) => {
  let timer: NodeJS.Timeout | undefined;
  let resolve: () => void = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    over,
    receive: (activity: Activity): void => {
      if (activity === 'none') return;
      clearTimeout(timer);
      if (activity === 'over') timer = setTimeout(resolve, stayMs);
    },
    stop: (): void => clearTimeout(timer),
  };
};
