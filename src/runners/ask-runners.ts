/**
 * Asks every runner of the table, and the facts that belong to no runner, for one thing. A project may use any of them.
 */
import { BESIDE_RUNNERS } from './beside-runners.ts';
import type { RunnerFacts } from './runner-facts.ts';
import { RUNNER_NAMES, RUNNERS } from './runners.ts';

const ALL: readonly RunnerFacts[] = [...RUNNER_NAMES.map((name) => RUNNERS[name]), BESIDE_RUNNERS];

/** One after another, in the order of the table. */
export const askRunners = <Fact>(ask: (facts: RunnerFacts) => Fact | readonly Fact[] | undefined): readonly Fact[] =>
  ALL.flatMap((each) => ask(each) ?? []);
