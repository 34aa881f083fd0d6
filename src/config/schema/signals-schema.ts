/**
 * `signals` of a config: the form of the agent's word.
 *
 * @module
 */
import { z } from 'zod';
import { DIALECT_NAMES, DIALECTS, NATIVE, WITH_WORK_PHASES, WORK_PHASES } from '../../systems/dialects.ts';
import { flag, map, oneOf, text } from './fields.ts';

/** `that of spec 001, of …, or …`: whose forms there are. */
const listSources = (): string => {
  const sources = DIALECT_NAMES.map((name) => DIALECTS[name].source);
  return `${sources.slice(0, -1).join(', ')}, or ${sources.at(-1)}`;
};

export const signalsSchema = map({
  dialect: oneOf([...DIALECT_NAMES, 'auto'])
    .default(NATIVE)
    .describe(
      `The form of the agent's status block: ${listSources()}. \`auto\` finds it, for \`dualgate check\` alone: no run begins with it.`,
    ),
  require_nonce: flag().default(true).describe('Whether the block must carry the nonce of its iteration.'),
  phase_map: z
    .record(text('the name of a phase'), oneOf(WORK_PHASES), { error: 'must be a map of phases to work phases' })
    .default({})
    .describe(
      `With \`dialect: ${WITH_WORK_PHASES.join(' or ')}\`: the work phase that a signal must name in each phase. Default: IMPLEMENTATION for all.`,
    )
    .meta({ examples: [{ GREEN: 'IMPLEMENTATION', REFACTOR: 'REVIEW' }] }),
});
