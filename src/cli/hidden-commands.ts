/**
 * The table of the commands that only dualgate itself starts. No help lists them, and no other command loads them.
 *
 * @module
 */
import type { CommandEntry } from './command.ts';

export const HIDDEN_COMMANDS: readonly Omit<CommandEntry, 'group'>[] = [
  {
    name: 'scripted-agent',
    summary: 'play one turn of a scripted agent; dualgate itself starts this command',
    help: async () => (await import('./help/hidden/scripted-agent.help.ts')).scriptedAgentHelp,
    load: async () => (await import('./commands/hidden/scripted-agent.command.ts')).scriptedAgentCommand,
  },
  {
    name: 'session-loop',
    summary: 'run the loop of an agent session (for dualgate session)',
    help: async () => (await import('./help/hidden/session-loop.help.ts')).sessionLoopHelp,
    load: async () => (await import('./commands/hidden/session-loop.command.ts')).sessionLoopCommand,
  },
  {
    name: 'watchdog',
    summary: 'end the processes of a killed run (for the loop)',
    help: async () => (await import('./help/hidden/watchdog.help.ts')).watchdogHelp,
    load: async () => (await import('./commands/hidden/watchdog.command.ts')).watchdogCommand,
  },
];
