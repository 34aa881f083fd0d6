import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/index.ts';
import {
  type Box,
  type Point,
  type ChartEdge,
  type ChartNode,
  type ChartPicture,
  NAME_SIZE,
  nameWidth,
  labelWidth,
} from '../../../src/page/graph/chart-picture.ts';
import { LABEL_SIZE, readChart } from '../../../src/page/graph/lay-out-states.ts';
import { pictureOf } from '../../../src/page/graph/picture-of.ts';
import { aPhaseList, phasesNamed } from './phase-lists.ts';
import { walkPath } from './walk-path.ts';

const isInside = ([x, y]: Point, box: Box, by = 0.01): boolean =>
  x > box.x + by && x < box.x + box.width - by && y > box.y + by && y < box.y + box.height - by;
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;
const pairs = <T>(all: readonly T[]): readonly (readonly [T, T])[] =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));

const labelBox = ({ label }: ChartEdge): readonly Box[] => {
  if (label === null) return [];
  const [width, height] = [labelWidth(label.text, LABEL_SIZE), LABEL_SIZE * 1.2];
  return [{ x: label.x - width / 2, y: label.y - height / 2, width, height }];
};
const solid = ({ nodes }: ChartPicture) => nodes.filter(({ kind }) => kind !== 'outer');
const outerOf = ({ nodes }: ChartPicture): ChartNode => {
  const outer = nodes.find(({ kind }) => kind === 'outer');
  if (outer === undefined) throw new Error('There is no outer state');
  return outer;
};
const show = ({ from, to, event }: ChartEdge) => `${from} → ${to}: ${event}`;

/** Errors of a picture, each in a line. */
const LAWS: Readonly<Record<string, (picture: ChartPicture) => readonly string[]>> = {
  'no state covers another, and those of a state lie within it': (picture) => [
    ...pairs(solid(picture)).flatMap(([a, b]) => (meet(a, b) ? [`${a.id} covers ${b.id}`] : [])),
    ...solid(picture).flatMap((node) => {
      const within = holds(outerOf(picture), node);
      return within === ['phase', 'history'].includes(node.kind) && within === meet(outerOf(picture), node)
        ? []
        : [`${node.id} is at the wrong place`];
    }),
  ],
  'no edge runs through a state': (picture) =>
    picture.edges.flatMap((edge) =>
      solid(picture)
        .filter((node) => walkPath(edge.path).some((point) => isInside(point, node)))
        .map((node) => `${show(edge)} runs through ${node.id}`),
    ),
  'each edge leads from the border of its state to the border of the other': (picture) =>
    picture.edges.flatMap((edge) => {
      const points = walkPath(edge.path);
      const isAt = (point: Point | undefined, id: string) => {
        const node = picture.nodes.find((each) => each.id === id);
        if (node === undefined || point === undefined) return false;
        const { x, y, width, height } = node;
        const grown = { x: x - 0.02, y: y - 0.02, width: width + 0.04, height: height + 0.04 };
        return isInside(point, grown) && !isInside(point, node);
      };
      return isAt(points[0], edge.from) && isAt(points.at(-1), edge.to) ? [] : [`${show(edge)} hangs in the air`];
    }),
  'no label covers another, a state, or the border of the state around the phases': (picture) => {
    const labels = picture.edges.flatMap(labelBox);
    return [
      ...pairs(labels).flatMap(([a, b]) => (meet(a, b) ? [`labels at ${a.x} ${a.y} and ${b.x} ${b.y} meet`] : [])),
      ...labels.flatMap((label) =>
        solid(picture).some((node) => meet(label, node)) ||
        (meet(label, outerOf(picture)) && !holds(outerOf(picture), label))
          ? [`label at ${label.x} ${label.y} covers a state`]
          : [],
      ),
    ];
  },
  'no edge runs through a label': (picture) => {
    const labels = picture.edges.flatMap(labelBox);
    return picture.edges.flatMap((edge) =>
      walkPath(edge.path).some((point) => labels.some((label) => isInside(point, label)))
        ? [`${show(edge)} runs through a label`]
        : [],
    );
  },
  'everything is on it': (picture) => {
    const canvas = { x: 0, y: 0, width: picture.width, height: picture.height };
    const parts: readonly Box[] = [
      ...picture.nodes,
      ...picture.edges.flatMap(labelBox),
      ...picture.edges.flatMap(({ path }) => walkPath(path).map(([x, y]) => ({ x, y, width: 0, height: 0 }))),
    ];
    return parts.every((part) => holds(canvas, part)) ? [] : ['something is beyond its edge'];
  },
};

describe('the picture of any list of phases', () => {
  it('keeps what makes it readable', () => {
    fc.assert(
      fc.property(aPhaseList, (phases) => {
        const picture = pictureOf({ phases });
        expect(
          Object.entries(LAWS).flatMap(([law, broken]) => broken(picture).map((what) => `${law}: ${what}`)),
        ).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('has one node for each state, one edge for each transition of the machine, and the start', () => {
    fc.assert(
      fc.property(aPhaseList, (phases) => {
        const chart = readChart({ phases });
        const { nodes, edges } = pictureOf({ phases });
        expect(nodes.map(({ id }) => id)).toEqual(['tdd.start', ...chart.states.map(({ id }) => id)]);
        expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
        expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
        expect(edges.slice(1).map(({ from, to, kind, event, guard }) => ({ from, to, kind, event, guard }))).toEqual(
          chart.arrows,
        );
      }),
      { numRuns: 20 },
    );
  });

  it.each(Object.entries(LAWS))('would not keep it when a state were moved: %s', (_law, broken) => {
    const picture = pictureOf({ phases: DEFAULT_PHASES });
    const far = {
      ...picture,
      nodes: picture.nodes.map((node) => (node.phase === 'GREEN' ? { ...node, x: 400, y: 180 } : node)),
    };
    const long = {
      ...picture,
      width: 300,
      edges: picture.edges.map((edge) => ({
        ...edge,
        label: { text: 'a label that is far too long', x: 200, y: 230 },
      })),
    };
    expect([...broken(far), ...broken(long)]).not.toEqual([]);
  });
});

describe('the picture of the four phases', () => {
  const { nodes, edges } = pictureOf({ phases: DEFAULT_PHASES });

  it('has the phases as its spine, from top to bottom, and the end of the work below them', () => {
    const spine = [
      ...nodes.filter(({ kind }) => kind === 'phase'),
      ...nodes.filter(({ label }) => label === 'completed'),
    ];
    expect(spine.map(({ label }) => label)).toEqual(['RED', 'GREEN', 'REFACTOR', 'DOCUMENT', 'completed']);
    expect(new Set(spine.map(({ x, width }) => x + width / 2)).size).toBe(1);
    expect(spine.map(({ y }) => y)).toEqual(spine.map(({ y }) => y).toSorted((a, b) => a - b));
  });

  it('draws transitions of all phases once, from their outer state', () => {
    expect(edges.filter(({ kind }) => kind === 'halt').map(show)).toEqual(['tdd.working → needsHuman: HALT']);
    expect(edges.filter(({ kind }) => kind === 'abort').map(show)).toEqual([
      'tdd.working → tdd.aborted: ABORT',
      'needsHuman → tdd.aborted: ABORT',
    ]);
  });

  it('is the same each time it is made', () => {
    expect(pictureOf({ phases: DEFAULT_PHASES })).toEqual(pictureOf({ phases: DEFAULT_PHASES }));
  });
});

it('a name that is too long is cut in its middle, so that names with the same start stay distinct', () => {
  const long = (end: string) => `A${'B'.repeat(200)}${end}`;
  const labels = pictureOf({ phases: phasesNamed([long('1'), long('2')]) }).nodes.flatMap(({ phase, label }) =>
    phase === null ? [] : [label],
  );
  expect(labels).toEqual([`A${'B'.repeat(16)}…${'B'.repeat(16)}1`, `A${'B'.repeat(16)}…${'B'.repeat(16)}2`]);
});

it('a name is cut by its width and not by its letters: a long one of narrow letters is complete in its box', () => {
  const names = ['implementation-of-the-refund-service', 'INTEGRATION_AND_ACCEPTANCE_TESTS'];
  const placed = pictureOf({ phases: phasesNamed(names) }).nodes.filter(({ kind }) => kind === 'phase');
  expect(placed.map(({ label }) => label)).toEqual(names);
  for (const { label, width } of placed) expect(nameWidth(label, NAME_SIZE)).toBeLessThan(width);
});
