/** A run of the little project whose exits a reviewer reviews. */
import type { Decision } from '../../../gates/decide.ts';
import { renderUnmet } from '../../../gates/verdict.ts';
import { createRun } from '../../../src/run/create-run.ts';
import type { Ended } from '../../../src/run/end-run.ts';
import { readRun, type RunReading } from '../../../src/view/read-run.ts';
import type { LedgerData } from '../../../src/records/records.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, type Workspace } from '../../run/a-workspace.ts';
import type { Reviewer } from './a-reviewer.ts';

/** RED and GREEN, done honestly. */
export const TURNS: readonly ScriptedTurn[] = [
  { phase: 'RED', ...HONEST.RED },
  { phase: 'GREEN', ...HONEST.GREEN },
];

export const FILES = { 'package.json': '{ "type": "module" }\n' };

/** @param spoil - keys of the config that differ @param agent - keys of the reviewer that differ */
export const aReviewedWorkspace = (
  { command }: Pick<Reviewer, 'command'>,
  turns: readonly ScriptedTurn[] = TURNS,
  spoil: Readonly<Record<string, unknown>> = {},
  agent: object = {},
): Promise<Workspace> =>
  aCodeWorkspace(turns, { checks: { review: { agent: { command: [...command], ...agent } } }, ...spoil }, FILES);

export interface ReviewedRun {
  readonly ended: Ended;
  readonly reading: RunReading;
  /** `GREEN 1: exited`, or `GREEN 1: ` and the clauses that hold it. */
  readonly decisions: readonly string[];
  readonly reviews: readonly LedgerData['review.ended'][];
  /** Texts of the findings of the last decision. */
  readonly findings: readonly string[];
}

/** Runs to the exit of the phase, or as far as it comes. */
export const playReviewed = async (
  { config }: Pick<Workspace, 'config'>,
  until: 'RED' | 'GREEN' = 'RED',
): Promise<ReviewedRun> => {
  const ended = await createRun({ config, until }).ended;
  return { ended, ...(await readReviewed({ config })) };
};

export const readReviewed = async ({ config }: Pick<Workspace, 'config'>): Promise<Omit<ReviewedRun, 'ended'>> => {
  const reading = await readRun(config);
  const decided = reading.records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  return {
    reading,
    decisions: decided.map(({ decision }) => describe(decision)),
    reviews: reading.records.flatMap((each) => (each.type === 'review.ended' ? [each.data] : [])),
    findings: decided.at(-1)?.record.findings.map(({ text }) => text) ?? [],
  };
};

const describe = ({ phase, iteration, can_exit, gate_1 }: Decision): string =>
  `${phase} ${iteration}: ${can_exit ? 'exited' : gate_1.unmet.map(renderUnmet).join('; ')}`;
