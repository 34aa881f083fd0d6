/**
 * Prints what `init` found, and what a person has to fill in; pure.
 *
 * @module
 */
import type { FoundAgent } from '../../agents/find-agents.ts';
import { joinPlain } from './text/paint.ts';

const FILL_IN = /^\s*# FILL IN: (.*)$/;

/** @param name - of the written file @param config - its text @param agents - that were found; the first one is used */
export const renderInitiation = (name: string, config: string, agents: readonly FoundAgent[]): string => {
  const open = config.split('\n').flatMap((line, i) => {
    const what = FILL_IN.exec(line)?.[1];
    return what === undefined ? [] : [`  ${name}:${i + 1}  ${what}`];
  });
  return joinPlain([
    `Wrote ${name}.`,
    ...renderAgents(agents),
    ...(open.length === 0 ? [] : ['Fill in what dualgate could not detect:', ...open]),
    'Next:',
    '  dualgate doctor --try-agent  find what prevents a run',
    '  dualgate run --dry-run       see what a run would do',
  ]);
};

const renderAgents = ([first, ...others]: readonly FoundAgent[]): readonly string[] => {
  if (first === undefined) return ['Found no known agent on the PATH.'];
  const also = others.length === 0 ? '' : ` Also here: ${others.map(({ title }) => title).join(', ')}.`;
  return [`Found ${first.title} (${first.path}).${also}`];
};
