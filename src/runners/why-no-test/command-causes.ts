/** Causes of any runner, from the most specific to the one that is always true. */
import { REPLAY_PROBLEM } from '../replays/watch-replays.ts';
import { type Cause, firstMatch, showCommand, inFolder } from './find-package.ts';
import { ADVICE_FOR_UNTESTED, UNTESTED, programNotFound } from './node-causes.ts';

/** They are surer than any cause in a language. */
export const causesBefore: readonly Cause[] = [
  {
    name: 'a glob that nothing expands',
    recognises: ({ text }) => firstMatch(text, [/test command's glob (\S+) (?:matches no file|was not expanded)/]),
    says: ([glob]) => `nothing expands the glob ${glob} in tests.command`,
    advice: () => 'Remove it, so that the runner finds its test files, or write a folder or files.',
  },
  {
    name: 'a result of the past',
    recognises: ({ text }) => {
      const [, tool, what = '', wayOut = ''] = REPLAY_PROBLEM.exec(text) ?? [];
      return tool === undefined ? null : [tool, what, wayOut];
    },
    says: ([tool, what]) => `${tool} ${what}, and a replayed result never counts as a run`,
    advice: ([, , wayOut = '']) => `${wayOut.charAt(0).toUpperCase()}${wayOut.slice(1)}.`,
  },
  {
    name: 'a suite that does not end',
    recognises: ({ run }) => (run.ended === 'timed_out' ? [String(run.ms)] : null),
    says: () => 'the suite did not end within its time limit (timeout of the suite)',
    advice: () => 'Raise tests.timeout. If the suite never ends, turn off its watch mode, and close its servers.',
  },
  {
    name: 'too much output',
    recognises: ({ run }) => (run.ended === 'flooded' ? ['flooded'] : null),
    says: () => 'the suite printed too much',
    advice: () => 'Make the suite print less.',
  },
  {
    name: 'too much memory',
    recognises: ({ run }) => (run.ended === 'out_of_memory' ? ['memory'] : null),
    says: () => 'the suite used too much memory',
    advice: () => 'Raise tests.memory, or run fewer test processes at a time.',
  },
];

export const causesAfter: readonly Cause[] = [
  {
    name: 'a program that may not be executed',
    recognises: ({ text, run, command }) =>
      run.exit_code === 126 ? (firstMatch(text, [/(\S+): Permission denied/]) ?? [command[0] ?? '']) : null,
    says: ([program]) => `${program} cannot be executed`,
    advice: ([program]) => `Make it executable: chmod +x ${program}.`,
  },
  {
    name: 'a command that was not found',
    recognises: (broken) =>
      programNotFound(broken) ??
      firstMatch(broken.text, [
        /^\S+: (?:line )?\d+: (\S+?): (?:command )?not found$/m,
        /^make: (\S+): No such file or directory$/m,
        /\bspawn (\S+) ENOENT\b/,
        /(?:exec|env): [‘'"]?([^\s'"’:]+)[’'"]?: No such file or directory/,
        /could not be started: .*?(\S+) (?:was not found|ENOENT)/,
      ]) ??
      (broken.run.exit_code === 127 || broken.run.ended === 'missing' ? [broken.command[0] ?? ''] : null),
    says: ([program], { run, command }) =>
      run.ended === 'missing' || program === command[0]
        ? `the command ${showCommand(command)} was not found, or it starts a program that was not found`
        : `the test command starts ${program}, which was not found`,
    advice: () => 'Install the program, or correct tests.command. dualgate searches the PATH of its own environment.',
  },
  {
    name: 'a rule that the Makefile does not have',
    recognises: ({ text }) => firstMatch(text, [/No rule to make target [`'‘]?([\w./-]+)/]),
    says: ([target]) => `the Makefile has no rule for ${target}`,
    advice: ([target]) => `Add the rule ${target}, or correct tests.command.`,
  },
  {
    name: 'an end by a signal',
    recognises: ({ text }) => firstMatch(text, [/the test runner was ended by (\S+)/]),
    says: ([signal]) => `the runner was ended by ${signal}`,
    advice: ([signal]) =>
      signal === 'SIGKILL'
        ? 'The system may have too little memory: run fewer test processes at a time.'
        : 'The runner crashed. Run the test command by hand, and look at the end of its output.',
  },
  {
    name: 'test files that do not load',
    recognises: ({ run }) => (run.load_failures.length === 0 ? null : [String(run.load_failures.length)]),
    says: ([count]) => (count === '1' ? '1 test file does not load' : `${count} test files do not load`),
    advice: ([count]) => (count === '1' ? 'Fix the error that it names.' : 'Fix the errors that they name.'),
  },
  {
    name: 'errors outside any test',
    recognises: ({ run }) => (run.unhandled_errors.length === 0 ? null : [String(run.unhandled_errors.length)]),
    says: () => 'an error occurred outside any test',
    advice: () => 'Fix the error. A test that fails can be listed under tests.known_failing, but no other error.',
  },
  {
    name: 'a version of the runner that dualgate does not know',
    recognises: ({ text }) => firstMatch(text, [UNTESTED]),
    says: ([says]) => says,
    advice: () => ADVICE_FOR_UNTESTED,
  },
  {
    name: 'a runner that fails by itself',
    recognises: ({ run }) =>
      run.exit_code !== null && run.exit_code !== 0 && run.tests.length === 0 ? ['crash'] : null,
    says: () => 'the runner failed before its first test',
    advice: (_match, { command, folder, workspace }) =>
      `Run the test command by hand${inFolder(folder, workspace)}, and fix its error: ${showCommand(command)}`,
  },
  {
    name: 'a report that is missing or incomplete',
    recognises: () => ['report'],
    says: () => 'the runner wrote no complete report',
    advice: (_match, { command }) =>
      `Check that ${showCommand(command)} starts the runner that tests.runner names, and that nothing ends it early.`,
  },
];
