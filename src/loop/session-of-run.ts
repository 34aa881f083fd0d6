/**
 * The agent session of a run, where its config has one, with its note outside of the workspace.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { isSession } from '../config/shape-agent.ts';
import type { Config } from '../config/shape-config.ts';
import type { Journal } from '../records/journal.ts';
import { judgeWrite } from '../session/judge-write.ts';
import { createSession, type Session } from '../session/session.ts';
import { gateOf } from './run-context.ts';

interface SessionSurroundings {
  readonly run: string;
  readonly config: Config;
  readonly gates: readonly CompiledGate[];
  readonly journal: Journal;
}

/** The reason why the agent may not write a file of the workspace in the current phase; `null`: it may. */
export const writeJudgeOf =
  ({ config, gates, journal }: Omit<SessionSurroundings, 'run'>) =>
  (path: string): string | null => {
    const phase = journal.phase();
    if (phase === null) return null;
    return judgeWrite(path, { config, phase: gateOf(gates, phase).phase, state: journal.state() });
  };

/** `null` for a run whose turns are started. */
export const sessionOfRun = (surroundings: SessionSurroundings): Session | null => {
  const { run, config } = surroundings;
  if (!isSession(config.agent)) return null;
  const { spec, given } = config.work;
  return createSession({
    run,
    folder: config.folder,
    spec: given === true ? spec : null,
    judgeWrite: writeJudgeOf(surroundings),
  });
};
