/** The steps of a smoke test, in order: each asks for one thing, and judges it. */
import { basename } from 'node:path';
import { programOf } from '../../project/config/config.ts';
import { type Finding, type Look, ok, skipped, warning, problem } from '../check.ts';
import { adviseAllowing, type SmokeTestStep, type SmokeTestTurn, wentWell } from './smoke-test-task.ts';
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import { DIALECTS } from '../../signals/systems/dialects.ts';
import { resolveLinks } from '../../base/processes/locate-program.ts';

/** Can it run a command, and does its shell find the programs? Login shells reset PATH: then tests cannot run. */
const shellStep: SmokeTestStep = {
  ask: ({ command }) => [
    'Run this command in your shell, in the current folder, exactly as written:',
    `command: ${command}`,
  ],
  judge: async (taken) => {
    const { shell } = taken;
    const seen = shell.is === 'file' ? readSeen(shell.text) : null;
    const findings: Finding[] = [{ name: 'smoke test: shell', ...judgeShell(taken, seen) }];
    if (seen !== null && seen.has('PATH')) findings.push({ name: 'smoke test: path', ...judgePath(taken, seen) });
    return findings;
  },
};

type Seen = ReadonlyMap<string, string>;

/** `NAME=value` lines. */
const readSeen = (text: string): Seen =>
  new Map(
    text
      .split(/\r?\n/)
      .map((line) => /^([^=]+)=(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const])),
  );

const judgeShell = (taken: SmokeTestTurn, seen: Seen | null): Look => {
  const { run, config, task, file } = taken;
  if (seen === null) {
    if (!wentWell(taken)) return skipped('unknown: the turn failed');
    if (file.is === 'absent') return skipped('unknown: it may not write here');
    return warning(
      'it ran no command, or its commands may not write here: it cannot run the tests',
      adviseAllowing(taken),
      taken.turn.denials,
    );
  }
  if (!seen.has('PATH'))
    return warning(`${task.shellFile} was not written by the exact command`, 'Try again, or set another agent.model.');
  if (resolveLinks(seen.get('PWD') ?? '') !== resolveLinks(config.folder)) {
    return warning(
      `its shell starts in ${seen.get('PWD') ?? 'an unknown folder'}, not in the workspace`,
      'Check which folder it uses: the workspace is the folder of the config.',
    );
  }
  if (seen.get('DUALGATE_RUN') !== run) {
    return warning(
      'its shell does not get the environment of the turn: dualgate may not find processes that it starts',
      'Configure it to pass its environment on to its commands.',
    );
  }
  return ok('commands run in the workspace, with the environment of the turn');
};

const judgePath = ({ task, config, agent }: SmokeTestTurn, seen: Seen): Look => {
  const tests = new Set(config.tests.suites.map(programOf));
  const missing = [...task.programs.keys()].filter((program) => (seen.get(program) ?? '') === '');
  const others = [...task.programs].filter(
    ([program, path]) => !missing.includes(program) && resolveLinks(seen.get(program) ?? '') !== resolveLinks(path),
  );
  const path = `its PATH: ${seen.get('PATH')}`;
  const fix = agent.preset?.pathAdvice ?? ADVICE;
  if (missing.length > 0) {
    const says = `its shell does not find ${missing.join(', ')}`;
    return missing.some((program) => tests.has(program)) ? problem(says, fix, [path]) : warning(says, fix, [path]);
  }
  if (others.length === 0) return ok(`its shell finds ${[...task.programs.keys()].join(', ')} where dualgate does`);
  const lines = others.map(([program, ours]) => `${program}: ${seen.get(program)}, dualgate: ${ours}`);
  return warning(`its shell finds other programs than dualgate: ${others.map(([it]) => it).join(', ')}`, fix, [
    ...lines,
    path,
  ]);
};

const ADVICE = 'Use the absolute path of the program, or add its folder to PATH in the profile of your shell.';
/** Can it write a file? An agent without permission may still exit with 0 and claim success. */
const writingStep: SmokeTestStep = {
  ask: ({ file, text }) => [
    'Write a file in the current folder, with your tool for writing files. Its content is this one word:',
    `file: ${file}`,
    `text: ${text}`,
  ],
  judge: async (taken) => [{ name: 'smoke test: writing', ...judgeFile(taken) }],
};

const judgeFile = (taken: SmokeTestTurn): Look => {
  const { file, task, turn, changed } = taken;
  const { denials = [] } = turn;
  if (file.is === 'odd') return problem(`${task.file} is not a regular file`, 'Check what the agent created, and how.');
  if (file.is === 'file') {
    if (file.text.trim() === task.text) return ok('the file was written correctly');
    return problem(
      `the file was written with wrong content (${JSON.stringify(file.text.slice(0, MAX_SHOWN))} instead of ${JSON.stringify(task.text)})`,
      'The agent does not follow the prompt: set another agent.model, or check its own instructions.',
    );
  }
  if (!wentWell(taken)) return skipped('unknown: the turn failed');
  const elsewhere = changed.find((path) => basename(path).startsWith(task.file));
  if (elsewhere !== undefined) {
    return problem(
      `it wrote the file to another place: ${elsewhere}`,
      'Check which folder it uses: the workspace is the folder of the config.',
    );
  }
  const claims = taken.signal.value === true ? ' and claimed success' : '';
  return problem(
    `it succeeded${claims}, but there is no file: it may not write here, or did not try`,
    adviseAllowing(taken),
    denials,
  );
};

const MAX_SHOWN = 40;

/** Does the exit signal arrive? The prompt ends with the block, which is read as in the loop (rules 3.1 to 3.11). */
const signalStep: SmokeTestStep = {
  ask: (_task, _signalCommand, dialect) => {
    const { yes, blocked, untested } = DIALECTS[dialect].words;
    // A suite that passes would contradict the first phase of the config, and no tests ran in this turn.
    return [
      `End your last message with the block below: as plain text from the start of the line, without a code fence. Say ${yes} when you have done the other steps, ${blocked} when you could not.${untested === undefined ? '' : ` You ran no tests: say ${untested}.`}`,
    ];
  },
  judge: async (taken) => [{ name: 'smoke test: signal', ...judgeSignal(taken) }],
};

const judgeSignal = ({ signal, config }: SmokeTestTurn): Look => {
  const [says, advice] = SIGNAL_REASONS[signal.reason];
  if (signal.value === true)
    return ok(`its exit signal was read${config.signals.require_nonce ? ', with the nonce of this turn' : ''}`);
  if (signal.reason === 'agent_failed' || signal.reason === 'agent_timed_out' || signal.reason === 'protocol_disabled')
    return skipped(`not read: ${says}`);
  if (signal.value === false) {
    return problem(
      `its exit signal is false${signal.status === null ? '' : `, with STATUS: ${signal.status}`}`,
      'Fix the cause that it names, then run doctor --try-agent again.',
      signal.blockers,
    );
  }
  return problem(
    says,
    `The prompt says: ${advice}${signal.way_out === undefined ? '' : ` ${signal.way_out}.`} See its last message. If another agent.model does no better, repeat this in its own instructions file.`,
  );
};

/** Does the exit signal arrive by the signal command? The block alone is enough, so this is at most a warning. */
const commandStep: SmokeTestStep = {
  ask: (_task, signalCommand) =>
    signalCommand
      ? ['Run this command in your shell, exactly as written:', 'speak: "$DUALGATE_SIGNAL" exit --reason tested']
      : [],
  judge: async (taken) => [{ name: 'smoke test: command', ...judgeCommand(taken) }],
};

const judgeCommand = (taken: SmokeTestTurn): Look => {
  const { offersCommand, commandSignals, shell } = taken;
  if (!offersCommand)
    return skipped('its shell cannot reach a socket with this configuration: it uses the status block');
  if (commandSignals.length > 0) return ok('the signal command works');
  if (!wentWell(taken)) return skipped('unknown: the turn failed');
  if (shell.is === 'absent') return skipped('unknown: it ran no command');
  return warning(
    'the signal command did not arrive: it uses the status block',
    'Read the output of the command in the transcript: a sandbox around its shell may block the socket.',
  );
};

/** The steps of a smoke test, in order. The signal is the last: its block ends the message. */
export const SMOKE_TEST_STEPS: readonly SmokeTestStep[] = [writingStep, shellStep, commandStep, signalStep];
