/** The current activity: counts as they stream in, the last lines of the agent, and the reason of a wait. */
import { saySilence, agentNow } from '../model/agent-lines.ts';
import type { RunView } from '../model/run-view.ts';
import type { Live } from '../../view/live.ts';
import type { PageAgent } from '../page-transcript.ts';
import { TRANSCRIPT } from './iteration/changes-section.tsx';
import { showDuration } from '../../base/text/amounts.ts';
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
