/** Before a run: why something cannot be measured here, each with the way out (rule 2.6). How it is measured is not loaded. */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { chooseAgent } from '../../project/config/choose-agent.ts';
import type { Config } from '../../project/config/config.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { findWrittenSources } from '../integrity/checked/written-sources.ts';
import { findCheckProblems, findCoverageProblem } from './find-check-problems.ts';
import { asksForMetric } from './measure.ts';
import { findPlanProblems } from './plans.measure.ts';

type FindProblems = (config: Config, gates: readonly CompiledGate[]) => Promise<readonly string[]>;

/** A run with commits asks for that commit itself. @param compared - in words */
const findNoCommit =
  (metric: string, compared: string): FindProblems =>
  async ({ folder, commits }, gates) => {
    const asking = gates.filter((gate) => asksForMetric(gate, metric)).map(({ phase }) => phase.phase);
    if (commits || asking.length === 0 || (await readHead(folder).catch(() => null)) !== null) return [];
    return [
      `${asking.join(', ')} needs ${metric}, which compares ${compared} with a commit, and there is none. Commit the files, or remove ${metric} from the condition.`,
    ];
  };

const findReviewerProblem: FindProblems = async ({ review, folder }) => {
  if (review === undefined) return [];
  const { program, preset, env } = chooseAgent(review.agent);
  if ((await locateProgram(program, folder, env['PATH'])) !== null) return [];
  const key = `checks.review.agent.${preset === null ? 'command' : 'use'}`;
  return [`The reviewer's program was not found: ${program}. Install it, or correct ${key}.`];
};

/** In the order of the measures, each with the check of `doctor` that tells it. */
export const PROBLEMS_OF_MEASURES: readonly (readonly ['tests' | 'spec' | 'settings', FindProblems])[] = [
  ['settings', async (...asked) => [(await findCoverageProblem(...asked)) ?? []].flat()],
  ['tests', findCheckProblems],
  ['spec', findPlanProblems],
  ['settings', findWrittenSources],
  ['settings', findNoCommit('docs_changed', 'the documents')],
  ['settings', findNoCommit('public_names_removed', 'the code')],
  ['settings', findReviewerProblem],
];
