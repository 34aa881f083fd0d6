import { describe, expect, it } from 'vitest';
import { renderInPipe } from '../../../src/cli/watch/choose-screen.ts';
import { createPaint } from '../../../src/cli/render/paint.ts';
import { decideIteration } from '../../../src/loop/decide.ts';
import { prepareTurn } from '../../../src/loop/prepare.ts';
import { anIteration, aSignal } from '../../gates/an-iteration.ts';
import { aMeasured } from '../../loop/a-measured.ts';
import { aMemoryContext } from '../../run/breaker/a-memory-context.ts';
import { eventAt } from './an-event.ts';

/** The lines after three iterations without progress. */
const afterThree = async (word: boolean | null): Promise<string> => {
  const { context, journal, events: emitted } = aMemoryContext({ cooldown_ms: 60_000 });
  for (let i = 0; i < 3; i += 1) {
    const { deadlocks } = journal.state();
    const spoil = { signal: aSignal(word), progress: false, deadlocks };
    const course = await decideIteration(context, aMeasured(anIteration('RED', { tests_passing: 1 }, spoil)));
    if ('end' in course) emitted.push({ type: 'run.ended', ...course.end, exit_code: 4 });
  }
  if (journal.state().sums.position.state !== 'halted') await prepareTurn(context);
  return emitted
    .flatMap((each) => renderInPipe(eventAt(0, each), createPaint(false)))
    .filter((line) => /breaker|human|waits/.test(line))
    .map((line) => line.replace(/\d\d:\d\d:\d\d/, 'THEN'))
    .join('\n');
};

describe('a breaker that opens', () => {
  it('shows no cooldown after early exit signals: the run needs human input', async () => {
    expect(await afterThree(true)).toMatch(
      /^Circuit breaker half-open \(closed → half-open\): 2 iterations .*\nCircuit breaker opened \(half-open → open\): Exit gate not passing: 3 iterations without progress\nneeds human input: The agent signalled in 3 iterations [^\n]*$/,
    );
  });

  it('shows its cooldown when the run waits for it', async () => {
    const opened =
      'Circuit breaker half-open (closed → half-open): 2 iterations without progress; one more like this opens it\nCircuit breaker opened (half-open → open): Exit gate not passing: 3 iterations without progress';
    expect(await afterThree(null)).toBe(`${opened}\nRED 2  waits until THEN for the cooldown of the breaker`);
  });
});
