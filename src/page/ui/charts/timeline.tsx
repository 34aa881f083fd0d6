/** The phases over the run time, with duration and cost of iterations, on one axis. A pause takes no space on it. */
import { scaleLinear } from 'd3-scale';
import { useRef } from 'preact/hooks';
import { listSpent, type Bar, type PhaseRow } from '../../model/phase-rows.ts';
import type { RunView } from '../../model/run-view.ts';
import { saySuiteRuns } from '../../../view/say-step.ts';
import { showDuration, showUsage } from '../../../base/text/amounts.ts';
import { OUTCOMES, PHASE_STATES } from '../../model/status-labels.ts';
import { Chip, NumberColumn, Panel, RunTime, useRunTime } from '../parts.tsx';
import { DrawnFrom } from './counts-chart.tsx';
import { useOverflow } from '../hooks.ts';

/** Whose time the run was, as one bar with its numbers in words, and what each run of the suite was for. */
const TimeSpent = ({ view }: { readonly view: RunView }) => {
  const spent = listSpent(view);
  const all = spent.reduce((sum, { ms }) => sum + ms, 0);
  if (all === 0) return null;
  const suite = view.suite === null ? null : saySuiteRuns(view.suite);
  const starts = spent.map((_, at) => spent.slice(0, at).reduce((sum, { ms }) => sum + ms, 0));
  return (
    <figure class="spent">
      <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
        {spent.map(({ whose, ms }, at) => (
          <rect
            key={whose}
            class={`spent-${whose}`}
            x={((starts[at] ?? 0) / all) * 1_000}
            width={(ms / all) * 1_000}
            height="8"
          />
        ))}
      </svg>
      <figcaption>
        <ul>
          {spent.map(({ whose, says }) => (
            <li key={whose}>
              <svg class={`spent-${whose}`} width="9" height="9" aria-hidden="true">
                <rect width="9" height="9" rx="2" />
              </svg>{' '}
              {says}
            </li>
          ))}
        </ul>
        {suite !== null && <p class="muted">{suite}</p>}
      </figcaption>
    </figure>
  );
};

const WIDTH = 1_000;
/** A minute of a night is to be seen too. */
const LEAST = 12;

interface TimelineProps {
  readonly view: RunView;
  readonly select: (n: number) => void;
}

export const Timeline = ({ view, select }: TimelineProps) => {
  const box = useRef<HTMLDivElement>(null);
  const isCut = useOverflow(box);
  const [first] = view.drawn;
  const start = first === undefined || first.n === 1 ? 0 : first.from;
  // It ends now: what is drawn at its end is what happens.
  const now = useRunTime(view);
  const at = scaleLinear([start, Math.max(now, start + 1)], [0, WIDTH]);
  const hasWaits = view.phases.some(({ waits }) => waits.length > 0);
  return (
    <Panel
      id="timeline"
      title="Phases"
      aside={
        <>
          <DrawnFrom view={view} />
          {hasWaits && (
            <span class="waits-key">
              <svg width="22" height="10" aria-hidden="true">
                <Hatch />
                <rect width="22" height="10" fill={HATCHED} />
              </svg>{' '}
              waits
            </span>
          )}
          <RunTime view={view} />
        </>
      }
    >
      <div class="table-box" ref={box} tabIndex={isCut ? 0 : undefined} role="region" aria-label="Phases, a table">
        <table class="timeline">
          <thead>
            <tr>
              <th scope="col">Phase</th>
              <th scope="col" class="wide">
                <span class="hidden">Over time</span>
              </th>
              <NumberColumn title="Iterations" />
              <NumberColumn title="Took" />
              <NumberColumn title="Agent" optional />
              <NumberColumn title="Tests" optional />
              {hasWaits && <NumberColumn title="Waits" optional />}
              <NumberColumn title="Cost" />
            </tr>
          </thead>
          <tbody>
            {view.phases.map((row) => (
              <tr key={row.phase} class={`row-${row.state}`}>
                <th scope="row" title={row.purpose}>
                  <bdi>{row.phase}</bdi> <Chip shown={PHASE_STATES[row.state]} />
                </th>
                <td class="wide">
                  <Bars row={row} at={at} end={view.head.going ? now : null} select={select} />
                </td>
                <td class="number">
                  {row.iterations}
                  {row.held > 0 && <span class="muted"> · {row.held} held</span>}
                </td>
                <td class="number">{row.ms === 0 && row.bars.length === 0 ? '–' : showDuration(row.ms)}</td>
                <td class="number optional">{row.agent_ms === 0 ? '–' : showDuration(row.agent_ms)}</td>
                <td class="number optional">{row.tests_ms === 0 ? '–' : showDuration(row.tests_ms)}</td>
                {hasWaits && <td class="number optional">{showWaits(row, view.head.going ? now : null)}</td>}
                <td class="number">{showUsage(row.usage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TimeSpent view={view} />
    </Panel>
  );
};

/** @param end - of a wait that lasts; null where no loop is active */
const showWaits = ({ waited_ms, waits }: PhaseRow, end: number | null): string => {
  const last = waits.at(-1);
  const lasting = last?.to === null && end !== null ? Math.max(0, end - last.from) : 0;
  return waited_ms + lasting === 0 ? '–' : showDuration(waited_ms + lasting);
};

/** Drawn once, and used by all bars: lines that lean, whatever the colours of a system are. */
const HATCH = 'waits-key';
const HATCHED = `url(#${HATCH})`;

const Hatch = () => (
  <pattern id={HATCH} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="hatch-ground" width="6" height="6" />
    <rect class="hatch" width="2.5" height="6" />
  </pattern>
);

interface BarsProps {
  readonly row: PhaseRow;
  readonly at: (ms: number) => number;
  /** Now, on the same axis; null where no loop is active. */
  readonly end: number | null;
  readonly select: (n: number) => void;
}

/** Thousands of them are one path for each outcome. */
const Bars = ({ row, at, end, select }: BarsProps) => {
  const last = row.bars.at(-1);
  const bars = row.bars.map((bar) =>
    // The one that is worked at grows.
    bar === last && bar.outcome === 'open' && row.state === 'current' && end !== null ? { ...bar, to: end } : bar,
  );
  const outcomes = [...new Set(row.bars.map(({ outcome }) => outcome))];
  const find = (event: MouseEvent & { readonly currentTarget: SVGElement }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const bar = row.bars.findLast(({ from }) => at(from) <= x) ?? row.bars[0];
    if (bar !== undefined) select(bar.n);
  };
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} 18`} preserveAspectRatio="none" aria-hidden="true" onClick={find}>
      <rect class="bars-all" width={WIDTH} height={18} />
      {outcomes.map((outcome) => (
        <path
          key={outcome}
          class={`bar bar-${OUTCOMES[outcome].tone}`}
          d={bars
            .filter((bar) => bar.outcome === outcome)
            .map((bar) => rectangle(bar, at))
            .join('')}
        />
      ))}
      {row.waits.length > 0 && (
        <path
          fill={HATCHED}
          d={row.waits.map(({ from, to }) => rectangle({ from, to: to ?? end ?? from }, at)).join('')}
        />
      )}
    </svg>
  );
};

const rectangle = ({ from, to }: Pick<Bar, 'from' | 'to'>, at: BarsProps['at']): string => {
  const width = Math.max(at(to) - at(from) - 1.5, LEAST);
  const left = Math.min(at(from), WIDTH - width);
  return `M${left.toFixed(1)} 2h${width.toFixed(1)}v14h${(-width).toFixed(1)}z`;
};
