/** Tests over the iterations of the run: passing, failing and skipped, stacked, with the phases underneath. */
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter } from 'd3-shape';
import { showDuration, showNumber } from '../../../base/text/amounts.ts';
import type { CountPoint } from '../../model/count-points.ts';
import type { RunView } from '../../model/run-view.ts';
import type { Counts } from '../../../view/iteration-rows.ts';
import type { PageRow } from '../../page-status.ts';
import { Panel } from '../parts.tsx';

/** @param props.looked - whether the outline of the selected iteration is in the picture too */
const Legend = ({ looked = false }: { readonly looked?: boolean }) => (
  <ul class="legend" aria-label="Legend">
    {LAYERS.map((name) => (
      <li key={name}>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="2" class={`fill-${name}`} />
        </svg>
        {name}
      </li>
    ))}
    {looked && (
      <li>
        <svg width="10" height="10" aria-hidden="true">
          <rect x="1" y="1" width="8" height="8" class="shown" />
        </svg>
        selected
      </li>
    )}
  </ul>
);

const LAYERS = ['passing', 'failing', 'skipped'] as const;

/** The edges of the layers, from the bottom. */
const sumsOf = ({ passing, failing, skipped }: Counts): readonly number[] => [
  0,
  passing,
  passing + failing,
  passing + failing + skipped,
];

interface LayersProps<T> {
  readonly points: readonly T[];
  readonly x: (point: T) => number;
  readonly edges: (point: T) => readonly number[];
}

const Layers = <T,>({ points, x, edges }: LayersProps<T>) => (
  <>
    {LAYERS.map((name, layer) => {
      const draw = area<T>()
        .x(x)
        .y0((point) => edges(point)[layer] ?? 0)
        .y1((point) => edges(point)[layer + 1] ?? 0)
        .curve(curveStepAfter);
      return <path key={name} class={`fill-${name}`} d={draw([...points]) ?? ''} />;
    })}
  </>
);

const [WIDTH, HEIGHT] = [1_000, 90];

/** Counts as reported, over the seconds of the test runs: passing, failing, skipped, stacked. */
export const StreamChart = ({ points }: { readonly points: readonly CountPoint[] }) => {
  const last = points.at(-1);
  const most = Math.max(0, ...points.map(totalOf));
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
        <Layers points={points} x={({ t }) => x(t)} edges={(point) => sumsOf(point).map(y)} />
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

/** The start of a drawing along time, for a run that is too long to draw completely. */
export const DrawnFrom = ({ view: { drawn } }: { readonly view: RunView }) => {
  const first = drawn[0]?.n ?? 1;
  return first === 1 ? null : (
    <span title="Scroll back in the list of iterations to draw earlier ones">
      drawn from iteration {showNumber(first)} on
    </span>
  );
};

const COUNTS_HEIGHT = 120;

interface CountsChartProps {
  readonly view: RunView;
  readonly shown: number | null;
  readonly select: (n: number) => void;
}

export const CountsChart = ({ view, shown, select }: CountsChartProps) => {
  const { drawn } = view;
  const [first, end] = [drawn[0]?.n ?? 1, view.count];
  const counted = drawn.filter(({ counts }) => counts !== null);
  const most = Math.max(0, ...counted.map(({ counts }) => totalOf(counts)));
  if (most === 0) return null;
  const x = scaleLinear([first, end + 1], [0, WIDTH]);
  const y = scaleLinear([0, most], [COUNTS_HEIGHT, 2]);
  const find = (event: MouseEvent & { readonly currentTarget: SVGElement }): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const n = Math.floor(x.invert(((event.clientX - left) / width) * WIDTH));
    select(Math.min(Math.max(n, first), end));
  };
  const tail = counted.at(-1);
  const last = tail?.counts;
  return (
    <Panel
      id="counts"
      title="Tests over the iterations"
      aside={
        <>
          <DrawnFrom view={view} />
          {(last?.failing ?? 0) > 0 ? (
            <strong class="tone-bad">{last?.failing} fail</strong>
          ) : (
            <span>up to {most}</span>
          )}
          <Legend looked />
        </>
      }
    >
      <div class="counts-box">
        <svg
          class="counts"
          role="img"
          aria-label={`Tests of ${counted.length} iterations, at most ${most}. The last: ${last?.passing ?? 0} passing, ${last?.failing ?? 0} failing, ${last?.skipped ?? 0} skipped.`}
          viewBox={`0 0 ${WIDTH} ${COUNTS_HEIGHT}`}
          preserveAspectRatio="none"
          onClick={find}
        >
          {y.ticks(3).map((tick) => (
            <line key={tick} class="grid" x1={0} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
          ))}
          <Layers
            points={tail === undefined ? counted : [...counted, { ...tail, n: tail.n + 1 }]}
            x={({ n }) => x(n)}
            edges={({ counts }) => edgesOf(counts, y)}
          />
          {starts(drawn).map(({ n }) => (
            <line key={n} class="phase-start" x1={x(n)} x2={x(n)} y1={0} y2={COUNTS_HEIGHT} />
          ))}
          {shown !== null && shown >= first && <Looked from={x(shown)} to={x(shown + 1)} />}
        </svg>
        <PhaseFeet view={view} />
      </div>
    </Panel>
  );
};

/** An outline: a wash of colour over colours that mean something would be one more of them. */
const Looked = ({ from, to }: Readonly<Record<'from' | 'to', number>>) => {
  const width = Math.max(4, to - from);
  return <rect class="shown" x={Math.min(from, WIDTH - width)} y={0} width={width} height={COUNTS_HEIGHT} />;
};

const totalOf = (counts: Counts | null): number => (counts === null ? 0 : (sumsOf(counts)[3] ?? 0));
/** Pixels of a failing count, however small it is among thousands. */
const LEAST_FAILING = 4;

const edgesOf = (counts: Counts | null, y: (count: number) => number): readonly number[] => {
  const edges = (counts === null ? [0, 0, 0, 0] : sumsOf(counts)).map(y);
  const [ground = 0, low = 0, high = 0, top = 0] = edges;
  if (counts === null || counts.failing === 0 || low - high >= LEAST_FAILING) return edges;
  const bottom = Math.max(low, top + LEAST_FAILING);
  return [ground, bottom, bottom - LEAST_FAILING, Math.min(top, bottom - LEAST_FAILING)];
};

const starts = (iterations: readonly PageRow[]): readonly PageRow[] =>
  iterations.filter(({ phase }, at) => at > 0 && iterations[at - 1]?.phase !== phase);

/** The names of the phases under their iterations, as wide as those. */
const PhaseFeet = ({ view: { drawn, count } }: { readonly view: RunView }) => {
  const firsts = [...drawn.slice(0, 1), ...starts(drawn)];
  return (
    <div class="feet" aria-hidden="true">
      {firsts.map(({ n, phase }, at) => (
        <span key={n} class="foot" title={phase} style={{ flexGrow: (firsts[at + 1]?.n ?? count + 1) - n }}>
          <bdi>{phase}</bdi>
        </span>
      ))}
    </div>
  );
};
