/**
 * The table of the commands. A command and its help are loaded on demand: `--version`, the help and the scripted agent, which
 * the loop starts once a turn, load nothing else.
 *
 * @module
 */
import type { CommandEntry } from './command.ts';
import { statusCommand } from './commands/status.command.ts';
import { statusHelp } from './help/status.help.ts';

/** In the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'write a commented dualgate.yaml for this project',
    group: 'Start',
    help: async () => (await import('./help/init.help.ts')).initHelp,
    load: async () => (await import('./commands/init.command.ts')).initCommand,
  },
  {
    name: 'presets',
    summary: 'list the presets (configs of known systems), or print one of them',
    group: 'Start',
    help: async () => (await import('./help/presets.help.ts')).presetsHelp,
    load: async () => (await import('./commands/presets.command.ts')).presetsCommand,
  },
  {
    name: 'doctor',
    summary: 'find problems that prevent a run, and show how to fix them',
    group: 'Start',
    help: async () => (await import('./help/doctor.help.ts')).doctorHelp,
    load: async () => (await import('./commands/doctor.command.ts')).doctorCommand,
  },
  {
    name: 'run',
    summary: 'start or continue a run: the agent works phase by phase until all are done',
    group: 'Start',
    help: async () => (await import('./help/run.help.ts')).runHelp,
    load: async () => (await import('./commands/run.command.ts')).runCommand,
  },
  {
    name: 'session',
    summary: 'let the agent session that you have open take the turns of a run',
    group: 'Start',
    help: async () => (await import('./help/session.help.ts')).sessionHelp,
    load: async () => (await import('./commands/session.command.ts')).sessionCommand,
  },
  {
    name: 'hook',
    summary: 'add the hooks of a session to an agent program, or remove them',
    group: 'Start',
    help: async () => (await import('./help/hook.help.ts')).hookHelp,
    load: async () => (await import('./commands/hook.command.ts')).hookCommand,
  },
  {
    name: 'demo',
    summary: 'watch dualgate check a scripted agent that claims success too early',
    group: 'Start',
    help: async () => (await import('./help/demo.help.ts')).demoHelp,
    load: async () => (await import('./commands/demo.command.ts')).demoCommand,
  },
  {
    name: 'status',
    summary: 'show the state of a run and what it is waiting for',
    group: 'Watch',
    help: () => Promise.resolve(statusHelp),
    load: () => Promise.resolve(statusCommand),
  },
  {
    name: 'inspect',
    summary: 'show a run in a browser, while it runs or afterwards',
    group: 'Watch',
    help: async () => (await import('./help/inspect.help.ts')).inspectHelp,
    load: async () => (await import('./commands/inspect.command.ts')).inspectCommand,
  },
  {
    name: 'explain',
    summary: 'explain why a phase ended, or why the agent must continue',
    group: 'Watch',
    help: async () => (await import('./help/explain.help.ts')).explainHelp,
    load: async () => (await import('./commands/explain.command.ts')).explainCommand,
  },
  {
    name: 'report',
    summary: 'report what a run did, as Markdown, JSON or HTML',
    group: 'Watch',
    help: async () => (await import('./help/report.help.ts')).reportHelp,
    load: async () => (await import('./commands/report.command.ts')).reportCommand,
  },
  {
    name: 'graph',
    summary: 'draw the phases of the config or of a run as a chart',
    group: 'Watch',
    help: async () => (await import('./help/graph.help.ts')).graphHelp,
    load: async () => (await import('./commands/graph.command.ts')).graphCommand,
  },
  {
    name: 'check',
    summary: 'run the tests now, and show whether the phase could end',
    group: 'Decide',
    help: async () => (await import('./help/check.help.ts')).checkHelp,
    load: async () => (await import('./commands/check.command.ts')).checkCommand,
  },
  {
    name: 'mcp',
    summary: 'serve the exit signal, the status and the gates to an agent, over MCP',
    group: 'Decide',
    help: async () => (await import('./help/mcp.help.ts')).mcpHelp,
    load: async () => (await import('./commands/mcp.command.ts')).mcpCommand,
  },
  {
    name: 'conformance',
    summary: 'evaluate both gates on a file of test cases',
    group: 'Decide',
    help: async () => (await import('./help/conformance.help.ts')).conformanceHelp,
    load: async () => (await import('./commands/conformance.command.ts')).conformanceCommand,
  },
  {
    name: 'replay',
    summary: 'decide a recorded run again, with its own config or another one',
    group: 'Decide',
    help: async () => (await import('./help/replay.help.ts')).replayHelp,
    load: async () => (await import('./commands/replay.command.ts')).replayCommand,
  },
  {
    name: 'resume',
    summary: 'resume a run that was interrupted, halted or killed',
    group: 'Operate',
    help: async () => (await import('./help/resume.help.ts')).resumeHelp,
    load: async () => (await import('./commands/resume.command.ts')).resumeCommand,
  },
  {
    name: 'stop',
    summary: 'end an active run after its iteration, or at once',
    group: 'Operate',
    help: async () => (await import('./help/stop.help.ts')).stopHelp,
    load: async () => (await import('./commands/stop.command.ts')).stopCommand,
  },
  {
    name: 'skip',
    summary: 'end the current phase although its gates are not satisfied (a forced exit)',
    group: 'Operate',
    help: async () => (await import('./help/operator/skip.help.ts')).skipHelp,
    load: async () => (await import('./commands/operator/skip.command.ts')).skipCommand,
  },
  {
    name: 'rollback',
    summary: 'return the branch and its files to the end of an earlier phase',
    group: 'Operate',
    help: async () => (await import('./help/operator/rollback.help.ts')).rollbackHelp,
    load: async () => (await import('./commands/operator/rollback.command.ts')).rollbackCommand,
  },
  {
    name: 'accept',
    summary: 'list changes to frozen files, such as tests, and accept them',
    group: 'Operate',
    help: async () => (await import('./help/operator/accept.help.ts')).acceptHelp,
    load: async () => (await import('./commands/operator/accept.command.ts')).acceptCommand,
  },
  {
    name: 'reopen',
    summary: 'let one frozen test be edited',
    group: 'Operate',
    help: async () => (await import('./help/operator/reopen.help.ts')).reopenHelp,
    load: async () => (await import('./commands/operator/reopen.command.ts')).reopenCommand,
  },
  {
    name: 'guide',
    summary: 'add a message to every prompt of the agent until the phase ends',
    group: 'Operate',
    help: async () => (await import('./help/operator/guide.help.ts')).guideHelp,
    load: async () => (await import('./commands/operator/guide.command.ts')).guideCommand,
  },
  {
    name: 'reset',
    summary: 'count iterations, minutes and cost from 0 again, without resuming',
    group: 'Operate',
    help: async () => (await import('./help/operator/reset.help.ts')).resetHelp,
    load: async () => (await import('./commands/operator/reset.command.ts')).resetCommand,
  },
  {
    name: 'abort',
    summary: 'end a run for good',
    group: 'Operate',
    help: async () => (await import('./help/operator/abort.help.ts')).abortHelp,
    load: async () => (await import('./commands/operator/abort.command.ts')).abortCommand,
  },
  {
    name: 'verify',
    summary: 'find changed, lost or reordered records in a ledger, the log of a run',
    group: 'Prove',
    help: async () => (await import('./help/verify.help.ts')).verifyHelp,
    load: async () => (await import('./commands/verify.command.ts')).verifyCommand,
  },
  {
    name: 'prove',
    summary: 'run the tests of commits again in clean checkouts, to prove what a run did',
    group: 'Prove',
    help: async () => (await import('./help/prove.help.ts')).proveHelp,
    load: async () => (await import('./commands/prove.command.ts')).proveCommand,
  },
];
