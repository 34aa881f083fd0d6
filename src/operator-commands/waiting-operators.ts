/**
 * Operators who came while the queue was closed: they are notified when it opens, and the loop waits a moment for
 * them. No command is stored: each waiting process has to send it again, so a process that dies with the agent's turn
 * leaves no command behind.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { OperatorAnswer } from './operator-protocol.ts';

interface WaitingOperators {
  readonly isEmpty: () => boolean;
  /** The answer of `answerAll`; after a while the one of `refuseNow`. */
  readonly add: (refuseNow: () => OperatorAnswer) => Promise<OperatorAnswer>;
  /** Answers every waiting operator. */
  readonly answerAll: (answer: () => OperatorAnswer) => void;
  /** One more was notified. */
  readonly expect: () => void;
  /** One came and was served. */
  readonly arrive: () => void;
  /** Resolves when all notified operators came, or none came for a moment. */
  readonly allArrived: () => Promise<void>;
}

export interface WaitingTimes {
  /** Milliseconds that the loop waits for a notified operator. @default 1000 */
  readonly lingerMs?: number;
  /** Milliseconds that an operator waits before being asked to try again. @default 10000 */
  readonly waitingMs?: number;
}

export const createWaitingOperators = ({ lingerMs = 1_000, waitingMs = 10_000 }: WaitingTimes): WaitingOperators => {
  const waiting = new Set<(answer: OperatorAnswer) => void>();
  const announced = { expected: 0, until: 0 };
  let wake = (): void => {};
  return {
    isEmpty: () => waiting.size === 0,
    add: (refuseNow) =>
      new Promise((resolve) => {
        const leave = (answer: OperatorAnswer): void => {
          clearTimeout(clock);
          waiting.delete(leave);
          resolve(answer);
        };
        const clock = setTimeout(() => leave(refuseNow()), waitingMs).unref();
        waiting.add(leave);
      }),
    answerAll: (answer) => {
      for (const leave of waiting) leave(answer());
    },
    expect: () => {
      announced.expected += 1;
      announced.until = performance.now() + lingerMs;
    },
    arrive: () => {
      announced.expected = Math.max(0, announced.expected - 1);
      wake();
    },
    allArrived: async () => {
      while (announced.expected > 0 && performance.now() < announced.until) {
        const arrived = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([arrived, wait(Math.max(1, announced.until - performance.now()))]);
      }
      announced.expected = 0;
    },
  };
};
