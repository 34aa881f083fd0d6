/**
 * The conversation of one turn, for an agent that is answered while it works: it is told where to work, may start the MCP
 * server of dualgate, and its requests to write are judged as those of an agent session.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import type { Conversation } from '../../agent-programs/preset.ts';
import type { Agent } from '../../agents/choose-agent.ts';
import { ownCommand } from '../../processes/own-program.ts';
import type { RunContext } from '../run-context.ts';
import { writeJudgeOf } from '../session-of-run.ts';

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
