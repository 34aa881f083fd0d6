/** The statechart of this config: the active state is lit, finished phases ticked, the last step traced once. */
import { useEffect, useRef } from 'preact/hooks';
import {
  type ChartEdge,
  type ChartNode,
  fitName,
  NAME_SIZE,
  nameWidth,
  markForced,
} from '../../graph/chart-picture.ts';
import { findEdge, findNode, sayPhase, type RunView } from '../../model/run-view.ts';
import type { PhaseState } from '../../model/phase-rows.ts';
import { PHASE_STATES } from '../../model/status-labels.ts';
import { Panel } from '../parts.tsx';
import { useOverflow } from '../hooks.ts';

/** Below this scale its labels are too small to read: then it scrolls. */
const LEAST = 0.72;

export const ChartPanel = ({ view }: { readonly view: RunView }) => {
  const chart = markForced(
    view.head.chart,
    view.forced.map(({ phase }) => phase),
  );
  const box = useRef<HTMLDivElement>(null);
  const active = findNode(chart, view.position);
  const isCut = useOverflow(box);
  useEffect(() => {
    const { current } = box;
    if (current === null || active === null) return;
    const [down, across] = [current.scrollHeight / chart.height, current.scrollWidth / chart.width];
    current.scrollTop = (active.y + active.height / 2) * down - current.clientHeight / 2;
    current.scrollLeft = (active.x + active.width / 2) * across - current.clientWidth / 2;
  }, [active?.id, isCut]);
  const traced = findEdge(view.head.chart, view.position);
  const states = new Map(view.phases.map((row) => [row.phase, { state: row.state, says: sayPhase(view, row) }]));
  return (
    <Panel
      id="chart"
      title="Chart"
      aside={
        <>
          {view.forced.length > 0 && <span class="forced-key">forced exit</span>}
          {isCut && <span>scroll it for the rest</span>}
        </>
      }
    >
      <div class="chart-box" ref={box} tabIndex={isCut ? 0 : undefined} role="region" aria-label="Chart of the work">
        <svg
          class="chart"
          role="img"
          aria-label={describe(view, active)}
          viewBox={`0 0 ${chart.width} ${chart.height}`}
          width={chart.width}
          height={chart.height}
          style={{ minWidth: `${Math.round(chart.width * LEAST)}px`, maxWidth: `${chart.width}px` }}
        >
          <defs>
            {['plain', 'lit', 'forced'].map((kind) => (
              <marker
                key={kind}
                id={`arrow-${kind}`}
                class={`arrow-${kind}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
              >
                <path d="M0 .8 7.4 4 0 7.2z" />
              </marker>
            ))}
          </defs>
          {chart.nodes
            .filter(({ kind }) => kind === 'outer')
            .map((node) => (
              <g key={node.id} class="node node-outer">
                <rect x={node.x} y={node.y} width={node.width} height={node.height} rx={14} />
                <text x={node.x + 14} y={node.y + 18}>
                  {node.label}
                </text>
              </g>
            ))}
          {chart.edges.map((edge) => (
            <Edge key={edge.id} edge={edge} isTraced={edge.id === traced} />
          ))}
          {traced !== null && (
            <path
              key={`trace-${view.position.last?.count ?? 0}`}
              class="trace"
              d={chart.edges.find(({ id }) => id === traced)?.path}
              pathLength={1}
            />
          )}
          {chart.nodes
            .filter(({ kind }) => kind !== 'outer')
            .map((node) => (
              <Node
                key={node.id}
                node={node}
                isActive={node.id === active?.id}
                state={node.phase === null ? null : (states.get(node.phase)?.state ?? null)}
                says={node.phase === null ? '' : (states.get(node.phase)?.says ?? '')}
              />
            ))}
        </svg>
      </div>
    </Panel>
  );
};

const Edge = ({ edge, isTraced }: { readonly edge: ChartEdge; readonly isTraced: boolean }) => (
  <g class={`edge edge-${edge.kind}${isTraced ? ' edge-traced' : ''}`}>
    <path d={edge.path} marker-end={`url(#arrow-${edge.kind === 'forced' ? 'forced' : isTraced ? 'lit' : 'plain'})`} />
    {edge.label !== null && (
      <text x={edge.label.x} y={edge.label.y}>
        {edge.label.text}
      </text>
    )}
  </g>
);

/** Left and right of a name, with the sign before it. */
const SIDES = 38;
const CANVAS = document.createElement('canvas').getContext('2d');

/** As wide as it is drawn: the picture was laid out for wider letters than most systems have. */
const measureName = (name: string): number => {
  if (CANVAS === null) return nameWidth(name, NAME_SIZE);
  CANVAS.font = `600 ${NAME_SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  return CANVAS.measureText(name).width;
};

interface NodeProps {
  readonly node: ChartNode;
  readonly isActive: boolean;
  readonly state: PhaseState | null;
  /** Why it stands there; '' for nothing. */
  readonly says: string;
}

const Node = ({ node, isActive, state, says }: NodeProps) => {
  const { x, y, width, height, kind, label, phase } = node;
  const [cx, cy] = [x + width / 2, y + height / 2];
  if (kind === 'start') return <circle class="node-start" cx={cx} cy={cy} r={Math.min(width, height) / 2} />;
  const sign = state === null ? (isActive ? '●' : null) : PHASE_STATES[state].sign;
  return (
    <g class={`node node-${kind}${isActive ? ' node-active' : ''}${state === null ? '' : ` phase-${state}`}`}>
      <title>{node.description}</title>
      {kind === 'history' ? (
        <circle cx={cx} cy={cy} r={width / 2} />
      ) : (
        <rect x={x} y={y} width={width} height={height} rx={kind === 'end' ? height / 2 : 9} />
      )}
      {kind === 'end' && (
        <rect class="ring" x={x + 3.5} y={y + 3.5} width={width - 7} height={height - 7} rx={height / 2 - 3.5} />
      )}
      {says !== '' && (
        <text class="node-why" x={cx} y={cy + 10}>
          {says}
        </text>
      )}
      <text class="node-name" x={cx} y={says === '' ? cy : cy - 6}>
        {sign !== null && <tspan class="node-sign">{sign} </tspan>}
        {phase === null ? label : fitName(phase, width - SIDES, measureName)}
      </text>
    </g>
  );
};

const describe = ({ phases, position }: RunView, active: ChartNode | null): string => {
  const states = phases.map(({ phase, state }) => `${phase} ${PHASE_STATES[state].word}`).join(', ');
  const step =
    position.last === null
      ? ''
      : ` The last step: ${position.last.kind}${position.last.from === null ? '' : ` in ${position.last.from}`}.`;
  return `The chart of the work: ${states}. Current state: ${active?.label ?? position.state}.${step}`;
};
