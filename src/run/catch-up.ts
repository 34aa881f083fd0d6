/**
 * Completes what the ledger says is due and a killed loop did not do: before anything else.
 *
 * @module
 */
import { type CommitContext, makeCommit } from '../loop/commits/commit.ts';
import { emitSession, recordSession } from '../loop/record-session.ts';
import { completeByForce } from '../operator-commands/skip.operator-command.ts';
import { finishRollback } from '../loop/commits/finish-rollback.ts';
import type { Config } from '../config/shape-config.ts';
import type { Journal } from '../records/journal.ts';
import type { SessionCompleted } from '../records/session-completed.ts';

/**
 * In the ledger, then in git; then the phases that an operator completes by force. @throws {ProofError} when a commit
 * cannot be made; then it is still due
 */
export const catchUp = async (context: CommitContext): Promise<void> => {
  const session = closeOpenEnds(context);
  const due = context.journal.uncommitted();
  if (due?.type === 'operator.rolled_back') await finishRollback(context);
  else await makeCommit(context, 'later');
  if (session !== null) await emitSession(context, session);
  const { forcing } = context.journal.state().openEnds;
  if (forcing !== null) await completeByForce(context, forcing);
};

/**
 * Closes in the ledger what a killed loop left unfinished, before any other record: an unfinished iteration is
 * discarded and its nonce is invalid, and an ended session or a decided exit is recorded.
 *
 * Nothing of such an iteration is kept: the next attempt has a nonce of its own and measures again (rules 1.1, 3.8).
 *
 * @returns the session that was recorded
 */
export const closeOpenEnds = ({
  config,
  journal,
}: {
  readonly config: Pick<Config, 'signals' | 'agent' | 'phases'>;
  readonly journal: Journal;
}): SessionCompleted | null => {
  const { openEnds, ending } = journal.state();
  const { startedTurn, pendingExit } = openEnds;
  const session = recordSession({ config, journal });
  if (pendingExit !== null) journal.write('phase.exited', pendingExit);
  if (startedTurn === null) return session;
  const how = ending === null ? 'was killed or crashed' : 'ended';
  const why = `The loop ${how} before this iteration was decided: it does not count, and its nonce is invalid`;
  journal.write('turn.discarded', { ...startedTurn, outcome: 'cut_off', why });
  return session;
};
