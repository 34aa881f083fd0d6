/** The two actors beside the chart: the circuit breaker and the counter of green runs. */
import { showClock, showCount } from '../../../base/text/amounts.ts';
import type { Live } from '../../../view/live.ts';
import type { RunView } from '../../model/run-view.ts';
import { countStream, type Streamed } from '../../model/count-stream.ts';
import { Chip, Panel } from '../parts.tsx';

export const Actors = ({ view, live }: { readonly view: RunView; readonly live: Live | null }) => (
  <Panel id="actors" title="Breaker and green runs">
    <div class="actors">
      <BreakerCard view={view} />
      <GreenRunsCard view={view} live={live} />
    </div>
  </Panel>
);

const BREAKERS = {
  CLOSED: { sign: '✓', word: 'closed', tone: 'good' },
  HALF_OPEN: { sign: '!', word: 'half open', tone: 'warn' },
  OPEN: { sign: '✗', word: 'open', tone: 'bad' },
} as const;

const STATES = ['CLOSED', 'HALF_OPEN', 'OPEN'] as const;

const BreakerCard = ({ view: { breaker, thresholds, position } }: { readonly view: RunView }) => {
  const state = breaker?.state ?? 'CLOSED';
  // Halted work waits for an operator: no cooldown resumes it.
  const until = position.state === 'halted' ? null : (breaker?.open_until ?? null);
  const limit = thresholds === null ? '' : ` of ${thresholds.no_progress}`;
  return (
    <div class="actor">
      <h3>Circuit breaker</h3>
      <ol class="states" aria-label="States of the breaker">
        {STATES.map((each) => (
          <li key={each} aria-current={each === state ? 'true' : undefined}>
            {each === state ? (
              <Chip shown={breaker?.exhausted === true ? { ...BREAKERS.OPEN, word: 'exhausted' } : BREAKERS[each]} />
            ) : (
              BREAKERS[each].word
            )}
          </li>
        ))}
      </ol>
      <p>
        {breaker?.why ?? `${breaker?.no_progress ?? 0}${limit} without progress`}
        {until !== null && `, until ${showClock(until)}`}
      </p>
    </div>
  );
};

/** A test run that streams in fills its own dot; a failing test makes it no green one. */
const StreamDot = ({ share, isGreen }: Streamed) => (
  <span class={`dot dot-now${isGreen ? '' : ' dot-bad'}`} style={{ '--share': `${Math.round(share * 100)}%` }} />
);

/** Counted in one iteration and on one tree: it starts at 0 each time. */
const GreenRunsCard = ({ view, live }: { readonly view: RunView; readonly live: Live | null }) => {
  const last = view.iterations.at(-1);
  const row = last?.green_runs ?? 0;
  const asked = view.head.phases.find(({ phase }) => phase === last?.phase)?.green_runs_wanted ?? null;
  const wanted = asked === null ? '' : ` of ${asked}`;
  const isRunning = view.head.going && live?.doing === 'tests';
  const streamed = isRunning && live.tests.isRunning ? countStream(live.tests) : null;
  return (
    <div class="actor">
      <h3>Green runs</h3>
      <p
        class="dots"
        role="img"
        aria-label={`${row}${wanted} in a row${streamed === null ? '' : `, ${streamed.says}`}`}
      >
        {Array.from({ length: Math.max(asked ?? 1, row + (streamed === null ? 0 : 1)) }, (_, at) =>
          at === row && streamed !== null ? (
            <StreamDot key={at} {...streamed} />
          ) : (
            <span key={at} class={at < row ? 'dot dot-on' : 'dot'} />
          ),
        )}
        <strong>
          {row}
          {wanted} in a row
        </strong>
      </p>
      <p>
        {last === undefined
          ? 'no iteration yet'
          : `${last.phase} ${last.iteration}: ${showCount(last.test_runs, 'test run')}${isRunning ? `, one is active${streamed === null ? '' : `: ${streamed.says}`}` : ''}`}
      </p>
    </div>
  );
};
