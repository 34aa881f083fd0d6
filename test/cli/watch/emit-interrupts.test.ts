import { describe, expect, it } from 'vitest';
import { emitInterrupts } from '../../../src/cli/watch/watch-run.ts';
import type { StopSignal } from '../../../src/cli/terminal/io.ts';
import { eventAt } from '../render/an-event.ts';

const FINISHES = 'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.';
const AT_ONCE = 'Ending the agent and its processes.';

const receive = (...signals: readonly StopSignal[]) => {
  const said: string[] = [];
  let interrupts = 0;
  const run = {
    interrupt: () => {
      interrupts += 1;
    },
  };
  const received = emitInterrupts(run, (line) => said.push(line));
  received.follow(eventAt(0, { type: 'iteration.started', phase: 'RED', iteration: 1, attempt: 1 }));
  for (const signal of signals) received.receive(signal);
  return { said, interrupts: () => interrupts, received };
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
    const received = receive(...signals);
    expect({ interrupts: received.interrupts(), said: received.said }).toEqual({ interrupts, said });
  });

  it('have a message that fits the step of the run', () => {
    const said: string[] = [];
    const received = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    received.receive('SIGINT');
    const later = emitInterrupts({ interrupt: () => {} }, (line) => said.push(line));
    later.follow(
      eventAt(0, {
        type: 'waiting',
        for: 'provider',
        phase: 'RED',
        iteration: 1,
        attempt: 1,
        until: '2026-01-02T03:05:00Z',
        why: 'x',
      }),
    );
    later.receive('SIGHUP');
    expect(said).toEqual([
      'Interrupted. No iteration has started; the run ends.',
      'Interrupted. The wait is cancelled; the run ends.',
    ]);
  });

  it('do nothing after the end of the run', () => {
    const { received, said, interrupts } = receive();
    received.end();
    received.receive('SIGINT');
    received.receiveSuspend();
    expect({ said, interrupts: interrupts() }).toEqual({ said: [], interrupts: 0 });
  });
});
