/**
 * `dualgate scripted-agent FILE`: one turn of a scripted agent, in its own process.
 *
 * @module
 */
import { playScriptedTurn } from '../../../agents/scripted/scripted-agent.ts';
import type { Command } from '../../command.ts';
import { UsageError } from '../../usage-error.ts';

export const scriptedAgentCommand: Command = {
  run: async (_values, [script], io) => {
    if (script === undefined) throw new UsageError('Missing FILE');
    return playScriptedTurn({ script, workspace: io.cwd, env: io.env, stdin: process.stdin, stdout: process.stdout });
  },
};
