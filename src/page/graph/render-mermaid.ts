/** The chart of a config as a Mermaid state diagram, for documents that draw it themselves. */
import type { TddConfig } from '../../../gates/index.ts';
import { checkOptions, checkValue, KINDS } from '../../base/check-options.ts';
import { findForced, FORCED_LABEL } from './chart-picture.ts';
import { type Chart, type ChartArrow, type ChartState, readChart } from './lay-out-states.ts';

export interface RenderMermaidOptions {
  /** The id of the run's current state; one that is not in the chart highlights nothing. */
  readonly active?: string | undefined;
  /** Names of the phases whose exit an operator forced. */
  readonly forced?: readonly string[] | undefined;
}

/**
 * The chart of a config as a Mermaid diagram. No fence is around it.
 * @throws {OptionError} when an option is unknown or of another kind
 * @throws {PhaseError} when no chart can be built from the phases
 */
export const renderMermaid = (config: Pick<TddConfig, 'phases'>, options: RenderMermaidOptions = {}): string => {
  checkValue('renderMermaid', 'config', config, KINDS.phases);
  checkOptions('renderMermaid', options, { active: KINDS.text, forced: KINDS.texts });
  const { active, forced = [] } = options;
  const chart = withForced(readChart(config), forced);
  const byForce = chart.states.filter(({ phase }) => phase !== null && forced.includes(phase));
  const names = nameForMermaid(chart.states);
  const nameOf = (id: string) => names.get(id) ?? id;
  const lit = chart.states.find(({ id }) => id === active);
  return [
    'stateDiagram-v2',
    ...renderInside(chart, null, nameOf, '  '),
    ...(byForce.length === 0
      ? []
      : [
          '  classDef forced stroke-dasharray:9 3 2 3',
          `  class ${byForce.map(({ id }) => nameOf(id)).join(',')} forced`,
        ]),
    // A thick border as well: colour is not the only sign.
    ...(lit === undefined
      ? []
      : ['  classDef active stroke-width:4px,font-weight:bold', `  class ${nameOf(lit.id)} active`]),
  ].join('\n');
};

type NameOf = (id: string) => string;

const renderInside = (chart: Chart, around: string | null, nameOf: NameOf, indent: string): readonly string[] => {
  const states = chart.states.filter(({ parent }) => parent === around);
  return [
    ...states.filter(({ isFirst }) => isFirst).map(({ id }) => `${indent}[*] --> ${nameOf(id)}`),
    ...states.flatMap((state) => renderState(chart, state, nameOf, indent)),
    ...chart.arrows
      .filter((arrow) => innermostAround(chart, arrow) === around)
      .map((arrow) => `${indent}${renderArrow(arrow, nameOf)}`),
    ...states.filter(({ kind }) => kind === 'end').map(({ id }) => `${indent}${nameOf(id)} --> [*]`),
  ];
};

const renderState = (chart: Chart, state: ChartState, nameOf: NameOf, indent: string): readonly string[] => {
  const { id, key, kind, description } = state;
  const name = nameOf(id);
  if (kind === 'outer')
    return [`${indent}state ${name} {`, ...renderInside(chart, id, nameOf, `${indent}  `), `${indent}}`];
  if (kind === 'history') return [`${indent}state "${description.toLowerCase()} (history)" as ${name}`];
  const called = state.phase ?? key;
  return name === called ? [] : [`${indent}state "${called}" as ${name}`];
};

const renderArrow = ({ from, to, kind, event, guard }: ChartArrow, nameOf: NameOf): string =>
  `${nameOf(from)} --> ${nameOf(to)}: ${event}${guard === null ? '' : ` [${guard}]`}${REMARKS[kind] ?? ''}`;

const REMARKS: Readonly<Partial<Record<ChartArrow['kind'], string>>> = {
  held: ' (held)',
  forced: ` (${FORCED_LABEL})`,
};

/** A skip that was carried out is another arrow than a possible one. */
const withForced = (chart: Chart, forced: readonly string[]): Chart => {
  const isForced = findForced(chart.states, forced);
  return { ...chart, arrows: chart.arrows.map((arrow) => (isForced(arrow) ? { ...arrow, kind: 'forced' } : arrow)) };
};

/** An arrow is drawn in the innermost state that contains both its ends: Mermaid puts a state where it is first named. */
const innermostAround = ({ states }: Chart, { from, to }: ChartArrow): string | null => {
  const [one, other] = [from, to].map((id) => states.find((state) => state.id === id)?.parent ?? null);
  return one === other ? (one ?? null) : null;
};

/** Reserved words of the language, and of its parser. */
const WORDS: ReadonlySet<string> = new Set(
  'state note end as class classdef style direction click href default scale hide title acctitle accdescr left right of over fork join choice start root graph subgraph active forced constructor'.split(
    ' ',
  ),
);

/** By the id of the state. Invalid characters of a key become underscores. */
export const nameForMermaid = (states: readonly ChartState[]): ReadonlyMap<string, string> => {
  const keys = new Set(states.map(({ key }) => key));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // The states of the chart itself come first: they keep their names for any name of a phase.
  for (const { id, key } of states.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null))) {
    let name = key.replaceAll(/\W/g, '_');
    while (taken.has(name) || WORDS.has(name) || (name !== key && keys.has(name))) name += '_';
    names.set(id, name);
    taken.add(name);
  }
  return names;
};
