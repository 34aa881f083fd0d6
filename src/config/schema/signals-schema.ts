/**
 * `signals` of a config: the form of the exit signal.
 *
 * @module
 */
import { z } from 'zod';
import { DIALECT_NAMES, DIALECTS, NATIVE, WITH_WORK_PHASES, WORK_PHASES } from '../../systems/dialects.ts';
import { flag, map, oneOf, text } from './fields.ts';

/** `that of spec 001, of …, or …`: the specifications whose forms exist. */
const listSources = (): string => {
  const sources = DIALECT_NAMES.map((name) => DIALECTS[name].source);
  return `${sources.slice(0, -1).join(', ')}, or ${sources.at(-1)}`;
};

export const signalsSchema = map({
  dialect: oneOf([...DIALECT_NAMES, 'auto'])
    .default(NATIVE)
    .describe(
      `The form of the agent's status block: ${listSources()}. \`auto\` detects it, for \`dualgate check\` only: no run starts with it.`,
    ),
  require_nonce: flag().default(true).describe('Whether the status block must contain the nonce of its iteration.'),
  phase_map: z
    .record(text('the name of a phase'), oneOf(WORK_PHASES), { error: 'must be a map of phases to work phases' })
    .default({})
    .describe(
      `With \`dialect: ${WITH_WORK_PHASES.join(' or ')}\`: the work phase that a signal must name, for each phase. Default: IMPLEMENTATION for all.`,
    )
    .meta({ examples: [{ GREEN: 'IMPLEMENTATION', REFACTOR: 'REVIEW' }] }),
});
