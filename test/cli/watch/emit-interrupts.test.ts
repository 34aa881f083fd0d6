import { describe, expect, it } from 'vitest';
import { emitInterrupts } from '../../../src/cli/watch/emit-interrupts.ts';
import type { StopSignal } from '../../../src/cli/terminal/io.ts';
import { told } from '../render/an-event.ts';

const FINISHES = 'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.';
const AT_ONCE = 'Ending the agent and its processes.';

const hear = (...signals: readonly StopSignal[]) => {
  const said: string[] = [];
  let interrupts = 0;
  const run = {
    interrupt: () => {
      interrupts += 1;
    },
  };
  const heard = emitInterrupts(run, (line) => said.push(line));
  heard.follow(told(0, { type: 'iteration.started', phase: 'RED', iteration: 1, attempt: 1 }));
  for (const signal of signals) heard.hear(signal);
  return { said, interrupts: () => interrupts, heard };
};

describe('signals to a run', () => {
  it.each<{ signals: StopSignal[]; interrupts: number; said: string[] }>([
    { signals: ['SIGINT'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGINT', 'SIGINT'], interrupts: 2, said: [FINISHES, AT_ONCE] },
    {
      signals: ['SIGINT', 'SIGINT', 'SIGINT'],
      interrupts: 3,
      said: [FINISHES, AT_ONCE, 'Killing the remaining processes.'],
    },
    { signals: ['SIGTERM'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGTERM', 'SIGTERM'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGINT', 'SIGTERM'], interrupts: 2, said: [FINISHES, AT_ONCE] },
    { signals: ['SIGQUIT'], interrupts: 2, said: [AT_ONCE] },
    { signals: ['SIGHUP', 'SIGHUP'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGINT', 'SIGHUP'], interrupts: 1, said: [FINISHES] },
    { signals: ['SIGHUP', 'SIGINT'], interrupts: 2, said: [FINISHES, AT_ONCE] },
  ])('$signals interrupt it $interrupts times', ({ signals, interrupts, said }) => {
    const heard = hear(...signals);
    expect({ interrupts: heard.interrupts(), said: heard.said }).toEqual({ interrupts, said });
  });

  it('have a message that fits the step of the run', () => {
    const said: string[] = [];
    const heard = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    heard.hear('SIGINT');
    const later = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    later.follow(
      told(0, {
        type: 'waiting',
        for: 'provider',
        phase: 'RED',
        iteration: 1,
        attempt: 1,
        until: '2026-01-02T03:05:00Z',
        why: 'x',
      }),
    );
    later.hear('SIGHUP');
    expect(said).toEqual([
      'Interrupted. No iteration has started; the run ends.',
      'Interrupted. The wait is cancelled; the run ends.',
    ]);
  });

  it('do nothing after the end of the run', () => {
    const { heard, said, interrupts } = hear();
    heard.end();
    heard.hear('SIGINT');
    heard.hearSuspend();
    expect({ said, interrupts: interrupts() }).toEqual({ said: [], interrupts: 0 });
  });
});
