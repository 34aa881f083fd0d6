/**
 * Counts as reported, over the seconds of the test runs: passing, failing, skipped, stacked.
 *
 * @module
 */
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import { showDuration } from '../../../text/amounts.ts';
import type { CountPoint } from '../../model/count-points.ts';
import { Legend } from './legend.tsx';

const [WIDTH, HEIGHT] = [1_000, 90];

export const StreamChart = ({ points }: { readonly points: readonly CountPoint[] }) => {
  const last = points.at(-1);
  const most = Math.max(0, ...points.map(({ passing, failing, skipped }) => passing + failing + skipped));
  if (last === undefined || most === 0) return null;
  const x = scaleLinear([0, Math.max(1, last.t)], [0, WIDTH]);
  const y = scaleLinear([0, most], [HEIGHT - 1, 2]);
  return (
    <figure class="stream">
      <svg
        role="img"
        aria-label={`Counts over ${showDuration(last.t)}: at the end ${last.passing} passing, ${last.failing} failing, ${last.skipped} skipped.`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <line class="grid" x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {LAYERS.map(({ name, from, to }) => {
          const draw = area<CountPoint>()
            .x(({ t }) => x(t))
            .y0((point) => y(from(point)))
            .y1((point) => y(to(point)))
            .curve(curveStepAfter);
          return <path key={name} class={`fill-${name}`} d={draw([...points]) ?? ''} />;
        })}
        {points
          .filter(({ run }, at) => at > 0 && points[at - 1]?.run !== run)
          .map(({ t, run }) => (
            <line key={run} class="phase-start" x1={x(t)} x2={x(t)} y1={0} y2={HEIGHT} />
          ))}
      </svg>
      <figcaption>
        <span>
          as reported, over {showDuration(last.t)}; up to {most}
        </span>
        <Legend />
      </figcaption>
    </figure>
  );
};

const LAYERS = [
  { name: 'passing', from: (): number => 0, to: ({ passing }: CountPoint) => passing },
  {
    name: 'failing',
    from: ({ passing }: CountPoint) => passing,
    to: ({ passing, failing }: CountPoint) => passing + failing,
  },
  {
    name: 'skipped',
    from: ({ passing, failing }: CountPoint) => passing + failing,
    to: ({ passing, failing, skipped }: CountPoint) => passing + failing + skipped,
  },
] as const;
