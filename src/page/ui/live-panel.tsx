/**
 * The current activity: counts as they stream in, the last lines of the agent, and the reason of a wait.
 *
 * @module
 */
import { showDuration } from '../../text/amounts.ts';
import type { PageState } from '../model/page-state.ts';
import type { RunView } from '../model/run-view.ts';
import { describeRest, findRest, RESTS } from '../model/rest.ts';
import { agentNow } from '../model/live/agent-lines.ts';
import { sayDoingNow } from '../model/doing-now.ts';
import { AgentLines } from './agent-lines.tsx';
import { Chip } from './parts/chip.tsx';
import { CountBar } from './parts/count-bar.tsx';
import { Panel } from './parts/panel.tsx';
import { StreamChart } from './charts/stream-chart.tsx';
import { useNow } from './hooks/use-now.ts';

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
              <span class="pulse" aria-hidden="true" /> <bdi>{sayDoingNow(view, live, now)}</bdi>
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
