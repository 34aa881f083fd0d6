/**
 * The agent completed its session (spec 003).
 *
 * @module
 */
import type { RecordKind } from '../record.ts';
import type { SessionCompleted } from '../session-completed.ts';

export const sessionCompleted: RecordKind<SessionCompleted> = {
  meaning:
    'with `signals.dialect: apm2`, the agent completed its session (AgentSessionCompleted of spec 003): both gates exited the last phase of a work phase, or its `blocked` or `error` halts the run; the exit signal, and the work phase that follows',
  events: (session) => [{ type: 'session.completed', ...session }],
  openEnds: (ends) => ({ ...ends, session: null }),
};
