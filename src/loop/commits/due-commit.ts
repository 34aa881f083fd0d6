/**
 * The commit of a ledger record: everything but its parent, from the record alone, so that it can be made after a
 * crash exactly as before.
 *
 * @module
 */
import type { CommitTrailers } from '../../proof/commit-trailers.ts';
import { type Shown, writeCommitMessage } from '../../proof/commit-message.ts';
import type { Config } from '../../config/shape-config.ts';
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import { asWorkRecord } from '../../records/records.ts';

export interface DueCommit {
  /** The phase that was exited; `null` for the start. */
  readonly phase: string | null;
  /** Git's name of the tree. */
  readonly tree: string;
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
  readonly record: { readonly seq: number; readonly hash: string };
}

interface Facts {
  readonly phase: string | null;
  readonly iteration: number | null;
  readonly git_tree: string | undefined;
  readonly sources: string;
  readonly forced: { readonly by: string; readonly reason: string } | null;
  readonly approved?: CommitTrailers['approved'];
  readonly reopened?: CommitTrailers['reopened'];
  readonly changed?: CommitTrailers['changed'];
  readonly guards?: CommitTrailers['guards'];
  readonly spec?: string;
  readonly shown: Shown;
}

/** @param state - the run, and the hash of its config @throws {RunError} for a record that has no commit */
export const describeDue = (
  sealed: LedgerRecord,
  config: Config,
  { run, configHash }: { readonly run: string; readonly configHash: string },
): DueCommit => {
  const {
    phase,
    iteration,
    git_tree: tree,
    sources,
    forced,
    approved,
    reopened,
    changed,
    guards,
    spec,
    shown,
  } = factsOf(sealed, config);
  if (tree === undefined) throw withoutCommit(sealed);
  const record = { seq: sealed.seq, hash: sealed.hash };
  const message = writeCommitMessage(shown, {
    run,
    phase,
    iteration,
    record,
    sources,
    config: configHash,
    spec,
    forced,
    approved,
    reopened,
    changed,
    guards,
  });
  return { phase, tree, message, at: sealed.at, record };
};

const factsOf = (sealed: LedgerRecord, config: Config): Facts => {
  const record = asWorkRecord(sealed);
  if (record.type === 'run.started') {
    const { branch, tree, criteria, baseline } = record.data;
    const { spec, given } = config.work;
    const shown: Shown = { is: 'start', spec, criteria, tests: baseline.passing.length };
    const facts = { phase: null, iteration: null, git_tree: branch?.tree, sources: tree, forced: null, shown };
    return given === true ? { ...facts, spec } : facts;
  }
  if (record.type === 'iteration.decided') {
    const { decision, exit } = record.data;
    const { phase, iteration, metrics, approval, failing, guards } = record.data.record;
    const tests = config.phases.find((each) => each.phase === phase)?.tests ?? 'must_pass';
    const shown: Shown = { is: 'exited', phase, tests, metrics, failing, condition: decision.gate_1.condition };
    const { git_tree, tree: sources = '', reopened, changed } = exit ?? {};
    const approved = approval?.by;
    return { phase, iteration, git_tree, sources, forced: null, approved, reopened, changed, guards, shown };
  }
  if (record.type === 'operator.skipped') {
    const { phase, by, reason, exit } = record.data;
    const { tree: sources, git_tree } = exit;
    return { phase, iteration: null, git_tree, sources, forced: { by, reason }, shown: { is: 'forced', phase } };
  }
  throw withoutCommit(sealed);
};

const withoutCommit = ({ seq, type }: LedgerRecord): RunError =>
  new FaultError(`Cannot commit record ${seq} of the ledger: a ${type} record of this kind has no commit.`);
