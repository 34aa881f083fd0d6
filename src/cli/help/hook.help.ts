/**
 * The help of `dualgate hook`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { JSON_OPTION } from '../shared-options.ts';

export const hookHelp: CommandHelp = {
  operands: 'install|uninstall|list [claude|codex|gemini|qwen|copilot|cursor]',
  maxOperands: 2,
  options: { yes: { type: 'boolean', short: 'y', help: 'change the settings without asking' }, ...JSON_OPTION },
  notes: [
    'The hooks ask dualgate at each stop of the agent, and before it writes a file. They say nothing',
    'in a folder without an active session.',
    'install shows the change to the settings of the agent, and asks. uninstall restores the file.',
    'A hook that breaks lets the agent stop: dualgate session verify says whether the work completed.',
  ],
  examples: ['dualgate hook install claude', 'dualgate hook uninstall claude --yes'],
  exits: { 0: 'the settings are as asked', 1: 'nothing was changed' },
};
