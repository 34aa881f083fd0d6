/**
 * The table of the commands. Each is loaded when it is called: `--version`, the help and the scripted agent, which the
 * loop starts once a turn, pay for nothing that they do not use.
 *
 * @module
 */
import type { CommandEntry } from './command.ts';

/** In the order in which a newcomer needs them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a commented dualgate.yaml for the project in this folder',
    load: async () => (await import('./commands/init.command.ts')).initCommand,
  },
  {
    name: 'presets',
    summary: 'print the config of one of the specified systems, to read or to copy',
    load: async () => (await import('./commands/presets.command.ts')).presetsCommand,
  },
  {
    name: 'doctor',
    summary: 'say what is in the way of a run here, and how to mend it',
    load: async () => (await import('./commands/doctor.command.ts')).doctorCommand,
  },
  {
    name: 'run',
    summary: 'drive the agent through the phases until the work is done',
    load: async () => (await import('./commands/run.command.ts')).runCommand,
  },
  {
    name: 'status',
    summary: 'say where the run stands and what it waits for',
    load: async () => (await import('./commands/status.command.ts')).statusCommand,
  },
  {
    name: 'inspect',
    summary: 'show a run in a browser: as it goes on, or what it did',
    load: async () => (await import('./commands/inspect.command.ts')).inspectCommand,
  },
  {
    name: 'check',
    summary: 'decide once on the workspace as it is: may the phase be left?',
    load: async () => (await import('./commands/check.command.ts')).checkCommand,
  },
  {
    name: 'conformance',
    summary: 'answer a file of transcripts and measurements: which of them may leave their phase?',
    load: async () => (await import('./commands/conformance.command.ts')).conformanceCommand,
  },
  {
    name: 'explain',
    summary: 'say why an iteration did or did not leave its phase',
    load: async () => (await import('./commands/explain.command.ts')).explainCommand,
  },
  {
    name: 'replay',
    summary: 'decide a recorded run once more, under its own config or another one',
    load: async () => (await import('./commands/replay.command.ts')).replayCommand,
  },
  {
    name: 'report',
    summary: 'say what a run did, for the morning after: Markdown, JSON, or a page',
    load: async () => (await import('./commands/report.command.ts')).reportCommand,
  },
  {
    name: 'graph',
    summary: 'draw the chart of the config, or of a run and where it stands: Mermaid, SVG or JSON',
    load: async () => (await import('./commands/graph.command.ts')).graphCommand,
  },
  {
    name: 'verify',
    summary: 'find any changed, lost or reordered record of the ledger',
    load: async () => (await import('./commands/verify.command.ts')).verifyCommand,
  },
  {
    name: 'prove',
    summary: 'run commits anew in clean checkouts: does the change do what its tests claim?',
    load: async () => (await import('./commands/prove.command.ts')).proveCommand,
  },
  {
    name: 'resume',
    summary: 'go on with a run that was interrupted, halted or killed',
    load: async () => (await import('./commands/resume.command.ts')).resumeCommand,
  },
  {
    name: 'skip',
    summary: 'force the phase in which the work stands (recorded as a forced exit)',
    load: async () => (await import('./commands/skip.command.ts')).skipCommand,
  },
  {
    name: 'abort',
    summary: 'end the work for good',
    load: async () => (await import('./commands/abort.command.ts')).abortCommand,
  },
  {
    name: 'reset',
    summary: 'let the counts that halt the work begin at 0 again',
    load: async () => (await import('./commands/reset.command.ts')).resetCommand,
  },
  {
    name: 'accept',
    summary: 'list what was changed of what is frozen, and accept it',
    load: async () => (await import('./commands/accept.command.ts')).acceptCommand,
  },
  {
    name: 'rollback',
    summary: 'take branch, files and work back to the exit of a phase',
    load: async () => (await import('./commands/rollback.command.ts')).rollbackCommand,
  },
  {
    name: 'guide',
    summary: 'tell the agent something, for the rest of the phase',
    load: async () => (await import('./commands/guide.command.ts')).guideCommand,
  },
  {
    name: 'demo',
    summary: 'watch the gates hold against a scripted agent on a small kata',
    load: async () => (await import('./commands/demo.command.ts')).demoCommand,
  },
  {
    name: 'scripted-agent',
    summary: 'play one turn of a scripted agent (the loop calls it)',
    hidden: true,
    load: async () => (await import('./commands/scripted-agent.command.ts')).scriptedAgentCommand,
  },
];
