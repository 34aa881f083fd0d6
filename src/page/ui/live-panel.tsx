/**
 * The current activity: counts as they stream in, and the reason of a wait.
 *
 * @module
 */
import { showDuration } from '../../text/amounts.ts';
import type { Live } from '../model/live.ts';
import type { RunView } from '../model/run-view.ts';
import { describeRest, findRest, RESTS } from '../model/rest.ts';
import { describeDoing } from '../model/status-labels.ts';
import { Chip } from './parts/chip.tsx';
import { CountBar } from './parts/count-bar.tsx';
import { Panel } from './parts/panel.tsx';
import { StreamChart } from './charts/stream-chart.tsx';
import { useNow } from './hooks/use-now.ts';

export const LivePanel = ({ view, live }: { readonly view: RunView; readonly live: Live }) => {
  const now = useNow(view.head.going);
  const since = live.since === null ? null : now - Date.parse(live.since);
  const rest = findRest(view, live, now);
  return (
    <Panel id="now" title="Now" aside={since === null ? undefined : <span>{showDuration(since)}</span>}>
      <div class="now">
        <p class="doing">
          {rest === null ? (
            <>
              <span class="pulse" aria-hidden="true" /> <bdi>{describeDoing(live)}</bdi>
            </>
          ) : (
            <>
              <Chip shown={RESTS[rest.for]} /> {describeRest(rest, now)}
              {rest.why !== '' && (
                <span class="muted">
                  {': '}
                  <bdi>{rest.why}</bdi>
                </span>
              )}
            </>
          )}
        </p>
        {live.counts !== null && (
          <p class="now-counts">
            <strong data-count="passing">{live.counts.passing}</strong> passing{' '}
            <strong data-count="failing">{live.counts.failing}</strong> failing{' '}
            <strong data-count="skipped">{live.counts.skipped}</strong> skipped{' '}
            <span class="muted">in test run {Math.max(1, live.points.at(-1)?.run ?? 1)}</span>
            <CountBar counts={live.counts} />
          </p>
        )}
        {live.points.length > 1 && <StreamChart points={live.points} />}
        {live.counts === null && <p class="muted">Tests are counted here while they run.</p>}
        {live.notice !== null && (
          <p class="problem">
            <bdi>{live.notice}</bdi>
          </p>
        )}
      </div>
    </Panel>
  );
};
