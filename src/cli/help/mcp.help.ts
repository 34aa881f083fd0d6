/**
 * The help of `dualgate mcp`: its examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';

export const mcpHelp: CommandHelp = {
  options: {},
  notes: [
    'The server speaks the Model Context Protocol on stdin and stdout, and ends with stdin.',
    'Its tools: phase_status, check_gate, explain, and in a turn signal_exit.',
    'In a turn, signal_exit counts like the signal command. It needs the DUALGATE_* variables.',
    'The other tools work in every folder with a dualgate.yaml.',
  ],
  examples: ['dualgate mcp', 'claude mcp add dualgate -- dualgate mcp', 'codex mcp add dualgate -- dualgate mcp'],
  exits: { 0: 'stdin has ended' },
};
