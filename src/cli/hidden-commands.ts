/** The table of the commands that only dualgate itself starts. No help lists them, and no other command loads them. */
import type { CommandEntry } from './command.ts';

export const HIDDEN_COMMANDS: readonly Omit<CommandEntry, 'group'>[] = [
  {
    name: 'scripted-agent',
    summary: 'play one turn of a scripted agent; dualgate itself starts this command',
    help: async () => (await import('./help/hidden.help.ts')).scriptedAgentHelp,
    load: async () => (await import('./commands/hidden.command.ts')).scriptedAgentCommand,
  },
  {
    name: 'session-loop',
    summary: 'run the loop of an agent session (for dualgate session)',
    help: async () => (await import('./help/hidden.help.ts')).sessionLoopHelp,
    load: async () => (await import('./commands/hidden.command.ts')).sessionLoopCommand,
  },
  {
    name: 'watchdog',
    summary: 'end the processes of a killed run (for the loop)',
    help: async () => (await import('./help/hidden.help.ts')).watchdogHelp,
    load: async () => (await import('./commands/hidden.command.ts')).watchdogCommand,
  },
];
