/**
 * The chart of the work as a Mermaid state diagram, made by walking the machine itself.
 *
 * @module
 */
import type { AnyStateNode } from 'xstate';
import { DEFAULT_PHASES } from '../../gates/index.ts';
import { createTddMachine } from '../../machines/index.ts';

/** With the four phases of the specification; a fence of Markdown. */
export const renderStatechart = (): string => {
  const { root } = createTddMachine({ phases: DEFAULT_PHASES });
  return ['```mermaid', 'stateDiagram-v2', ...renderInside(root, '  '), '```'].join('\n');
};

const renderInside = (node: AnyStateNode, indent: string): readonly string[] => {
  const children = Object.values(node.states);
  const initial = node.initial.target[0]?.key;
  return [
    ...(initial === undefined ? [] : [`${indent}[*] --> ${initial}`]),
    ...children.flatMap((child) => renderState(child, indent)),
    ...arrowsOf(node).map((arrow) => `${indent}${arrow}`),
    ...children.filter(({ type }) => type === 'final').map(({ key }) => `${indent}${key} --> [*]`),
  ];
};

const renderState = (node: AnyStateNode, indent: string): readonly string[] => {
  if (node.type === 'history') return [`${indent}state "the phase that was left (history)" as ${node.key}`];
  if (node.type !== 'compound') return [];
  return [`${indent}state ${node.key} {`, ...renderInside(node, `${indent}  `), `${indent}}`];
};

/** An arrow is drawn in the innermost state that holds both its ends: Mermaid puts a state where it is first named. */
const arrowsOf = (around: AnyStateNode): readonly string[] =>
  descendantsOf(around)
    .flatMap((from) =>
      [...from.transitions.values()].flat().flatMap(({ eventType, guard, target }) => {
        const to = target?.[0] ?? from;
        if (to !== from ? innermostAround(from, to) !== around : from.parent !== around) return [];
        const asked = typeof guard === 'object' ? ` [${guard.type}]` : '';
        return [`${from.key} --> ${to.key}: ${eventType}${asked}${target === undefined ? ' (held)' : ''}`];
      }),
    )
    .concat(around.parent === undefined ? ofRoot(around) : []);

/** What the root hears, every state below it that is not final hears. */
const ofRoot = (root: AnyStateNode): readonly string[] =>
  [...root.transitions.values()].flat().flatMap(({ eventType, target }) =>
    Object.values(root.states)
      .filter(({ type }) => type !== 'final')
      .map(({ key }) => `${key} --> ${target?.[0]?.key ?? key}: ${eventType}`),
  );

const descendantsOf = (node: AnyStateNode): readonly AnyStateNode[] =>
  Object.values(node.states).flatMap((child) => [child, ...descendantsOf(child)]);

const innermostAround = (one: AnyStateNode, other: AnyStateNode): AnyStateNode | undefined => {
  for (let at: AnyStateNode | undefined = one.parent; at !== undefined; at = at.parent)
    if (descendantsOf(at).includes(other)) return at;
  return undefined;
};
