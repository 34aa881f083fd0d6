/**
 * What `init` found and what it leaves to a person; pure.
 *
 * @module
 */
import type { FoundAgent } from '../../agents/find-agents.ts';
import { joinPlain } from './text/paint.ts';

const FILL_IN = /^\s*# FILL IN: (.*)$/;

/** @param name - of the file that was written @param config - its text @param agents - that were found, the one that is used first */
export const renderInitiation = (name: string, config: string, agents: readonly FoundAgent[]): string => {
  const open = config.split('\n').flatMap((line, i) => {
    const what = FILL_IN.exec(line)?.[1];
    return what === undefined ? [] : [`  ${name}:${i + 1}  ${what}`];
  });
  return joinPlain([
    `Wrote ${name}.`,
    ...renderAgents(agents),
    ...(open.length === 0 ? [] : ['What could not be seen from here is yours to fill in:', ...open]),
    'Then see what is in the way of a run: dualgate doctor --probe',
    'And what it would do: dualgate run --dry-run',
  ]);
};

const renderAgents = ([first, ...others]: readonly FoundAgent[]): readonly string[] => {
  if (first === undefined) return ['Found no agent on the PATH that dualgate knows.'];
  const also = others.length === 0 ? '' : ` Also here: ${others.map(({ title }) => title).join(', ')}.`;
  return [`Found ${first.title} (${first.path}).${also}`];
};
