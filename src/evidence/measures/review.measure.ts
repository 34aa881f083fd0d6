/**
 * The verdict of the independent review (rule 2.12): `src/loop/agreement/review.ts` asks for it, in a step of its own.
 */
import { chooseAgent } from '../../project/config/choose-agent.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const review = {
  after: 'agreement',
  metrics: METRICS_OF.review,
  findProblems: async (config) => {
    if (config.review === undefined) return [];
    const { program, preset, env } = chooseAgent(config.review.agent);
    if ((await locateProgram(program, config.folder, env['PATH'])) !== null) return [];
    const key = `checks.review.agent.${preset === null ? 'command' : 'use'}`;
    return [`The reviewer's program was not found: ${program}. Install it, or correct ${key}.`];
  },
} as const satisfies Measure;
