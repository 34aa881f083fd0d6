/**
 * The table of the commands. Each is loaded when it is called, and its help alone when that is asked for: `--version`, the help
 * and the scripted agent, which the loop starts once a turn, pay for nothing that they do not use.
 *
 * @module
 */
import type { CommandEntry } from './command.ts';
import { statusCommand } from './commands/status.command.ts';
import { statusHelp } from './help/status.help.ts';

/** In the order in which a newcomer needs them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a commented dualgate.yaml for the project in this folder',
    help: async () => (await import('./help/init.help.ts')).initHelp,
    load: async () => (await import('./commands/init.command.ts')).initCommand,
  },
  {
    name: 'presets',
    summary: 'print the config of one of the specified systems, to read or to copy',
    help: async () => (await import('./help/presets.help.ts')).presetsHelp,
    load: async () => (await import('./commands/presets.command.ts')).presetsCommand,
  },
  {
    name: 'doctor',
    summary: 'say what is in the way of a run here, and how to mend it',
    help: async () => (await import('./help/doctor.help.ts')).doctorHelp,
    load: async () => (await import('./commands/doctor.command.ts')).doctorCommand,
  },
  {
    name: 'run',
    summary: 'drive the agent through the phases until the work is done',
    help: async () => (await import('./help/run.help.ts')).runHelp,
    load: async () => (await import('./commands/run.command.ts')).runCommand,
  },
  {
    name: 'status',
    summary: 'say where the run stands and what it waits for',
    help: () => Promise.resolve(statusHelp),
    load: () => Promise.resolve(statusCommand),
  },
  {
    name: 'inspect',
    summary: 'show a run in a browser: as it goes on, or what it did',
    help: async () => (await import('./help/inspect.help.ts')).inspectHelp,
    load: async () => (await import('./commands/inspect.command.ts')).inspectCommand,
  },
  {
    name: 'check',
    summary: 'decide once on the workspace as it is: may the phase be left?',
    help: async () => (await import('./help/check.help.ts')).checkHelp,
    load: async () => (await import('./commands/check.command.ts')).checkCommand,
  },
  {
    name: 'conformance',
    summary: 'answer a file of transcripts and measurements: which of them may leave their phase?',
    help: async () => (await import('./help/conformance.help.ts')).conformanceHelp,
    load: async () => (await import('./commands/conformance.command.ts')).conformanceCommand,
  },
  {
    name: 'explain',
    summary: 'say why an iteration did or did not leave its phase',
    help: async () => (await import('./help/explain.help.ts')).explainHelp,
    load: async () => (await import('./commands/explain.command.ts')).explainCommand,
  },
  {
    name: 'replay',
    summary: 'decide a recorded run once more, under its own config or another one',
    help: async () => (await import('./help/replay.help.ts')).replayHelp,
    load: async () => (await import('./commands/replay.command.ts')).replayCommand,
  },
  {
    name: 'report',
    summary: 'say what a run did, for the morning after: Markdown, JSON, or a page',
    help: async () => (await import('./help/report.help.ts')).reportHelp,
    load: async () => (await import('./commands/report.command.ts')).reportCommand,
  },
  {
    name: 'graph',
    summary: 'draw the chart of the config, or of a run and where it stands: Mermaid, SVG or JSON',
    help: async () => (await import('./help/graph.help.ts')).graphHelp,
    load: async () => (await import('./commands/graph.command.ts')).graphCommand,
  },
  {
    name: 'verify',
    summary: 'find any changed, lost or reordered record of the ledger',
    help: async () => (await import('./help/verify.help.ts')).verifyHelp,
    load: async () => (await import('./commands/verify.command.ts')).verifyCommand,
  },
  {
    name: 'prove',
    summary: 'run commits anew in clean checkouts: does the change do what its tests claim?',
    help: async () => (await import('./help/prove.help.ts')).proveHelp,
    load: async () => (await import('./commands/prove.command.ts')).proveCommand,
  },
  {
    name: 'resume',
    summary: 'go on with a run that was interrupted, halted or killed',
    help: async () => (await import('./help/resume.help.ts')).resumeHelp,
    load: async () => (await import('./commands/resume.command.ts')).resumeCommand,
  },
  {
    name: 'skip',
    summary: 'force the phase in which the work stands (recorded as a forced exit)',
    help: async () => (await import('./help/skip.help.ts')).skipHelp,
    load: async () => (await import('./commands/skip.command.ts')).skipCommand,
  },
  {
    name: 'abort',
    summary: 'end the work for good',
    help: async () => (await import('./help/abort.help.ts')).abortHelp,
    load: async () => (await import('./commands/abort.command.ts')).abortCommand,
  },
  {
    name: 'reset',
    summary: 'let the counts that halt the work begin at 0 again',
    help: async () => (await import('./help/reset.help.ts')).resetHelp,
    load: async () => (await import('./commands/reset.command.ts')).resetCommand,
  },
  {
    name: 'accept',
    summary: 'list what was changed of what is frozen, and accept it',
    help: async () => (await import('./help/accept.help.ts')).acceptHelp,
    load: async () => (await import('./commands/accept.command.ts')).acceptCommand,
  },
  {
    name: 'rollback',
    summary: 'take branch, files and work back to the exit of a phase',
    help: async () => (await import('./help/rollback.help.ts')).rollbackHelp,
    load: async () => (await import('./commands/rollback.command.ts')).rollbackCommand,
  },
  {
    name: 'guide',
    summary: 'tell the agent something, for the rest of the phase',
    help: async () => (await import('./help/guide.help.ts')).guideHelp,
    load: async () => (await import('./commands/guide.command.ts')).guideCommand,
  },
  {
    name: 'demo',
    summary: 'watch the gates hold against a scripted agent on a small kata',
    help: async () => (await import('./help/demo.help.ts')).demoHelp,
    load: async () => (await import('./commands/demo.command.ts')).demoCommand,
  },
  {
    name: 'scripted-agent',
    summary: 'play one turn of a scripted agent (the loop calls it)',
    hidden: true,
    help: async () => (await import('./help/scripted-agent.help.ts')).scriptedAgentHelp,
    load: async () => (await import('./commands/scripted-agent.command.ts')).scriptedAgentCommand,
  },
];
