import { describe, expect, it } from 'vitest';
import { announceInterrupts } from '../../../src/cli/watch/announce-interrupts.ts';
import type { StopSignal } from '../../../src/cli/terminal/io.ts';
import { told } from '../render/news.ts';

const FINISHES = 'Interrupted: this iteration is finished and recorded first. Ctrl+C again ends it at once.';
const AT_ONCE = 'Ending the agent and everything that it started.';

const hear = (...signals: readonly StopSignal[]) => {
  const said: string[] = [];
  let interrupts = 0;
  const run = {
    interrupt: () => {
      interrupts += 1;
    },
  };
  const heard = announceInterrupts(run, (line) => said.push(line));
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
      said: [FINISHES, AT_ONCE, 'Killing what is left of it.'],
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

  it('say what is true of where the run stands', () => {
    const said: string[] = [];
    const heard = announceInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    heard.hear('SIGINT');
    const later = announceInterrupts({ interrupt: () => {} }, (line) => said.push(line));
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
      'Interrupted: no iteration has begun; the run ends.',
      'Interrupted: the wait is over; the run ends.',
    ]);
  });

  it('do nothing and say nothing when it is over', () => {
    const { heard, said, interrupts } = hear();
    heard.end();
    heard.hear('SIGINT');
    heard.hearSuspend();
    expect({ said, interrupts: interrupts() }).toEqual({ said: [], interrupts: 0 });
  });
});
