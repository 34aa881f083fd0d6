/**
 * How an agent is answered while it works: in the session of a run, with its note outside of the workspace, or in the
 * conversation of one turn. Both judge what it may write.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { isSession } from '../config/shape-agent.ts';
import type { Config } from '../config/shape-config.ts';
import type { Journal } from '../records/journal.ts';
import { judgeWrite } from '../session/judge-write.ts';
import { createSession, type Session } from '../session/session.ts';
import { gateOf, type RunContext } from './run-context.ts';
import { realpathSync } from 'node:fs';
import type { Conversation } from '../agent-programs/preset.ts';
import type { Agent } from '../agents/choose-agent.ts';
import { ownCommand } from '../processes/own-program.ts';

interface SessionSurroundings {
  readonly run: string;
  readonly config: Config;
  readonly gates: readonly CompiledGate[];
  readonly journal: Journal;
}

/** The reason why the agent may not write a file of the workspace in the current phase; `null`: it may. */
const writeJudgeOf =
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

interface Turn {
  readonly prompt: string;
  /** The environment of the agent: the MCP server signals by the same channel, bound to this turn. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether there is a channel. */
  readonly offersTools: boolean;
}

/** `null` for an agent that only gets its prompt. */
export const openConversation = (
  { converse }: Agent,
  context: RunContext,
  { prompt, env, offersTools }: Turn,
): Conversation | null => {
  if (converse === null) return null;
  const { folder } = context.config;
  // Agents start such a server with few variables of their own.
  const bound = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('DUALGATE_')));
  return converse({
    workspace: folder,
    places: placesOf(folder),
    prompt,
    servers: offersTools ? [{ name: 'dualgate', command: ownCommand('mcp'), env: bound }] : [],
    judgeWrite: writeJudgeOf(context),
  });
};

/** Agents name files by the path without links. */
export const placesOf = (folder: string): readonly string[] => [...new Set([folder, realpathSync(folder)])];
