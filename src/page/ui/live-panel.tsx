/** The current activity: counts as they stream in, the last lines of the agent, and the reason of a wait. */
import { saySilence, agentNow, countStream, type Streamed } from '../model/agent-lines.ts';
import type { RunView } from '../model/run-view.ts';
import type { Live } from '../../view/live.ts';
import type { PageAgent } from '../page-transcript.ts';
import { TRANSCRIPT } from './iteration/changes-section.tsx';
import { showDuration, showClock, showCount } from '../../base/text/amounts.ts';
import type { PageState } from '../model/page-state.ts';
import { describeRest, findRest, RESTS, sayActivity } from '../model/task-rows.ts';
import { Chip, CountBar, Panel } from './parts.tsx';
import { StreamChart } from './charts/counts-chart.tsx';
import { useNow } from './hooks.ts';

interface AgentLinesProps {
  readonly agent: PageAgent;
  readonly step: RunView['step'];
  readonly live: Live | null;
  readonly now: number;
  readonly openTranscript: () => void;
}

/** The last lines of the agent that works now, its silence, and a link to all that it printed. */
const AgentLines = ({ agent, step, live, now, openTranscript }: AgentLinesProps) => {
  const silence = saySilence(agent, { step, live }, now);
  return (
    <figure class="now-agent">
      <figcaption class="muted">
        The agent’s last lines{silence === '' ? '' : `: ${silence}`}
        {' · '}
        <a
          href={`#${TRANSCRIPT}`}
          onClick={(event) => {
            event.preventDefault();
            openTranscript();
          }}
        >
          the whole transcript
        </a>
      </figcaption>
      {agent.lines.length > 0 && (
        <pre class="now-lines">
          {agent.lines.map((line, at) => (
            <span key={at}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </pre>
      )}
    </figure>
  );
};

interface LivePanelProps {
  readonly view: RunView;
  readonly state: PageState;
  readonly openTranscript: () => void;
}

export const LivePanel = ({ view, state, openTranscript }: LivePanelProps) => {
  const { live, points, news } = state;
  const agent = agentNow(state.agent, view);
  const now = useNow(view.head.going);
  const since = live === null ? null : now - live.since;
  const counts = points.points.at(-1);
  const rest = findRest(view, live, now);
  return (
    <Panel id="now" title="Now" aside={since === null ? undefined : <span>{showDuration(since)}</span>}>
      <div class="now">
        <p class="doing">
          {rest === null ? (
            <>
              <span class="pulse" aria-hidden="true" /> <bdi>{sayActivity(view, live)}</bdi>
            </>
          ) : (
            <>
              <Chip shown={RESTS[rest.for]} /> {describeRest(rest, now)}
              {rest.why !== '' && rest.for !== 'approval' && (
                <span class="muted">
                  {': '}
                  <bdi>{rest.why}</bdi>
                </span>
              )}
            </>
          )}
        </p>
        {counts !== undefined && (
          <p class="now-counts">
            <strong data-count="passing">{counts.passing}</strong> passing{' '}
            <strong data-count="failing">{counts.failing}</strong> failing{' '}
            <strong data-count="skipped">{counts.skipped}</strong> skipped{' '}
            <span class="muted">in test run {Math.max(1, counts.run)}</span>
            <CountBar counts={counts} />
          </p>
        )}
        {points.points.length > 1 && <StreamChart points={points.points} />}
        {agent !== null && <AgentLines {...{ agent, step: view.step, live, now, openTranscript }} />}
        {news !== null && (
          <p class="problem">
            <bdi>{news}</bdi>
          </p>
        )}
      </div>
    </Panel>
  );
};

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
