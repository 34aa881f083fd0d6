/**
 * The phases over the run time, with duration and cost of their iterations. One axis for all; a pause takes no space on it.
 *
 * @module
 */
import { scaleLinear } from 'd3-scale';
import { useRef } from 'preact/hooks';
import { showDuration, showUsage } from '../../../text/amounts.ts';
import type { Bar, PhaseRow } from '../../model/phase-rows.ts';
import { OUTCOMES, PHASE_STATES } from '../../model/status-labels.ts';
import type { RunView } from '../../model/run-view.ts';
import { Chip } from '../parts/chip.tsx';
import { NumberColumn } from '../parts/number-column.tsx';
import { Panel } from '../parts/panel.tsx';
import { RunTime } from '../run-time.tsx';
import { DrawnFrom } from './drawn-from.tsx';
import { useOverflow } from '../hooks/use-overflow.ts';

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
  const at = scaleLinear([start, Math.max(view.clock.worked_ms, start + 1)], [0, WIDTH]);
  return (
    <Panel
      id="timeline"
      title="Phases"
      aside={
        <>
          <DrawnFrom view={view} />
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
                  <Bars row={row} at={at} select={select} />
                </td>
                <td class="number">
                  {row.iterations}
                  {row.held > 0 && <span class="muted"> · {row.held} held</span>}
                </td>
                <td class="number">{row.ms === 0 && row.bars.length === 0 ? '–' : showDuration(row.ms)}</td>
                <td class="number optional">{row.agent_ms === 0 ? '–' : showDuration(row.agent_ms)}</td>
                <td class="number optional">{row.tests_ms === 0 ? '–' : showDuration(row.tests_ms)}</td>
                <td class="number">{showUsage(row.usage)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
};

interface BarsProps {
  readonly row: PhaseRow;
  readonly at: (ms: number) => number;
  readonly select: (n: number) => void;
}

/** Thousands of them are one path for each outcome. */
const Bars = ({ row, at, select }: BarsProps) => {
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
          d={row.bars
            .filter((bar) => bar.outcome === outcome)
            .map((bar) => rectangle(bar, at))
            .join('')}
        />
      ))}
    </svg>
  );
};

const rectangle = ({ from, to }: Bar, at: BarsProps['at']): string => {
  const width = Math.max(at(to) - at(from) - 1.5, LEAST);
  const left = Math.min(at(from), WIDTH - width);
  return `M${left.toFixed(1)} 2h${width.toFixed(1)}v14h${(-width).toFixed(1)}z`;
};
