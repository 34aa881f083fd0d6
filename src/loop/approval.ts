/**
 * The question to a person, in a phase with `confirm: true`: asked when both gates agree, and decided from the ledger
 * alone, so that a run that was killed while it waits asks again, or finds the answer that was given meanwhile.
 */
import { hashApprovalCode, makeApprovalCode } from './ask-elsewhere.ts';
import { finding } from '../evidence/findings/findings.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Decision } from '../../gates/decide.ts';
import type { Course, Wait } from '../../machines/index.ts';
import { type ApprovalAsked, describeApproval, type OpenApproval } from '../records/fold/open-approval.ts';
import type { Fingerprint } from '../project/sources/fingerprint.ts';
import type { Measured } from './iteration.ts';
import { lookAtSources } from './look-at-sources.ts';
import type { RunContext } from './run-context.ts';

/** For an answer, if the config sets no other. A night and a day: a run that waits for ever is a run that was forgotten. */
const DEFAULT_APPROVAL_MS = 24 * 3_600_000;

/** Whether everything but the answer of a person is there. */
export const needsAnswer = ({ approval }: Decision, record: Pick<IterationRecord, 'approval'>): boolean =>
  approval?.satisfied === false && record.approval === undefined;

/** The parts of a measurement for a record: absent parts are left out. */
export const keptOf = ({
  record,
  exit,
  gone,
  reopened,
  declared,
  write_detection,
  mutation_check,
}: Omit<Measured, 'last'>): Omit<ApprovalAsked, 'suite_runs'> => ({
  record,
  ...(exit === null ? {} : { exit }),
  ...(gone.length === 0 ? {} : { gone }),
  ...(reopened === undefined ? {} : { reopened }),
  ...(declared === undefined ? {} : { declared }),
  ...(write_detection === null ? {} : { write_detection }),
  ...(mutation_check === undefined ? {} : { mutation_check }),
});

/** Writes down the question with everything that the decision needs. */
export const askApproval = (context: RunContext, measured: Omit<Measured, 'last'>): Course<Wait> => {
  context.journal.write('approval.asked', { ...keptOf(measured), ...context.suiteRuns?.take() });
  return { go: waitForAnswer(context) };
};

/** The wait begins, or begins again. */
export const waitForAnswer = ({ config, journal, emit, now }: RunContext): Wait => {
  const open = journal.state().openEnds.approval;
  const until = new Date(now().getTime() + (config.approval?.timeout_ms ?? DEFAULT_APPROVAL_MS)).toISOString();
  if (open !== undefined) {
    const code = makeApprovalCode(journal);
    const awaited = describeApproval(open, code);
    const { phase, iteration, attempt } = awaited;
    if (open.answer === undefined)
      journal.write('approval.coded', { phase, iteration, attempt, code_hash: hashApprovalCode(code) });
    emit({ type: 'waiting', phase, iteration, attempt, for: 'approval', until, why: awaited.says });
  }
  return { for: 'approval', until };
};

/**
 * The measurement with the answer, for the decision. `null` while there is nothing to decide: nobody has answered, and the
 * sources are the ones that were measured.
 *
 * Sources that moved since were not measured: the iteration is held, and the next one measures them (rule 2.4).
 */
export const answeredMeasurement = async (context: RunContext, open: OpenApproval): Promise<Measured | null> => {
  const { config, journal, now } = context;
  const { asked, answer } = open;
  const last = await lookAtSources(config, journal.state());
  const isMoved = last.tree !== asked.record.tree.after && answer?.approved !== false;
  if (answer === undefined && !isMoved) return null;
  const record: IterationRecord = {
    ...asked.record,
    ended_at: now().toISOString(),
    ...(answer === undefined ? {} : { approval: answer }),
  };
  const { suite_runs: _counted, exit = null, gone = [], write_detection = null, ...kept } = asked;
  return {
    ...kept,
    record: Object.freeze(isMoved ? moved(record, last) : record),
    exit,
    last,
    gone,
    write_detection,
  };
};

const moved = (record: IterationRecord, last: Fingerprint): IterationRecord => ({
  ...record,
  tree: { ...record.tree, after: last.tree, head: last.head },
  metrics: Object.freeze({ ...record.metrics, tree_stable: false }),
  findings: [...record.findings, finding('sources.moved_since')],
});
