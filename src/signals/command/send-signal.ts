/**
 * The signal command: sends one exit signal to the run of this turn, and prints the answer.
 *
 * @module
 */
import { askLine } from '../../channels/ask-line.ts';
import { ChannelError } from '../../channels/channel-error.ts';
import { HELP, readArguments } from './read-arguments.ts';
import { type LastMeasured, readAnswer, type CommandAnswer, writeAnswer } from './command-answer.ts';
import { type CommandSignal, writeCommandSignal } from './command-signal.ts';
import { describeCause } from '../../text/describe-cause.ts';

interface SendOptions {
  /** Without the program. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

const EXIT = { recorded: 0, refused: 1, usage: 64 } as const;
const PATIENCE_MS = 10_000;

/** For other ways to call it. @param argv - as of the command @returns the text for the agent; `answer` is null for wrong usage */
export const answerSignal = async (
  argv: readonly string[],
  env: SendOptions['env'],
): Promise<{ readonly text: string; readonly answer: CommandAnswer | null }> => {
  const asked = readArguments(argv);
  if (asked.asks !== 'word')
    return { text: `Cannot signal: ${asked.asks === 'nothing' ? asked.problem : 'no signal'}.`, answer: null };
  const answer = await say(asked.word, env);
  return {
    text: answer.recorded ? renderRecorded(answer).join('\n') : renderRefused(asked.word.word, answer.because),
    answer,
  };
};

/** @returns the exit code; never rejects */
export const sendSignal = async ({ argv, env, print, complain }: SendOptions): Promise<number> => {
  const asked = readArguments(argv);
  if (asked.asks === 'help') {
    print(HELP);
    return EXIT.recorded;
  }
  if (asked.asks === 'nothing') {
    complain(`Cannot signal: ${asked.problem}. See "$DUALGATE_SIGNAL" --help.`);
    return EXIT.usage;
  }
  const answer = await say(asked.word, env);
  if (asked.json) print(writeAnswer(answer));
  else if (answer.recorded) print(renderRecorded(answer).join('\n'));
  else complain(renderRefused(asked.word.word, answer.because));
  return answer.recorded ? EXIT.recorded : EXIT.refused;
};

const say = async (word: CommandSignal, env: SendOptions['env']): Promise<CommandAnswer> => {
  const {
    DUALGATE_SOCKET: path = '',
    DUALGATE_RUN: run = '',
    DUALGATE_PHASE: phase = '',
    DUALGATE_ITERATION: iteration = '',
    DUALGATE_NONCE: nonce = null,
  } = env;
  const absent = Object.entries({ DUALGATE_SOCKET: path, DUALGATE_RUN: run, DUALGATE_PHASE: phase })
    .filter(([, value]) => value === '')
    .map(([name]) => name);
  if (absent.length > 0) return refuse(`its environment lacks ${absent.join(', ')}, which each turn sets`);
  const line = writeCommandSignal({ run, phase, iteration: Number(iteration), nonce, ...word });
  try {
    return readAnswer(await askLine({ path, line, timeoutMs: PATIENCE_MS })) ?? refuse('the answer cannot be read');
  } catch (error) {
    return refuse(wordProblem(error));
  }
};

const refuse = (because: string): CommandAnswer => ({ recorded: false, because });

/** The error of a sandbox that allows no connections (codex, for one). */
const FORBIDDEN = /\b(?:EPERM|EACCES)\b/;

const wordProblem = (error: unknown): string => {
  const message = describeCause(error).replace(/\.$/, '');
  if (FORBIDDEN.test(message)) return `the sandbox around this command blocks the connection to dualgate (${message})`;
  const isAbsent = error instanceof ChannelError && error.kind === 'absent';
  return `${isAbsent ? 'no turn is active' : 'dualgate did not answer'} (${message})`;
};

type Recorded = Extract<CommandAnswer, { readonly recorded: true }>;

const WHAT_FOLLOWS: Readonly<Record<CommandSignal['word'], string>> = {
  exit: 'It counts only if the tests after this turn satisfy gate 1.',
  hold: 'The work continues in the next turn.',
  blocked: 'dualgate asks for human input when this turn has ended.',
};

/** Lines for stdout. */
const renderRecorded = ({ word, phase, iteration, agrees, measured }: Recorded): readonly string[] => [
  `Recorded for ${phase}, iteration ${iteration}: ${word}. ${agrees ? WHAT_FOLLOWS[word] : DISAGREES}`,
  ...renderMeasured(measured),
];

const DISAGREES =
  'But this turn sent a different signal before, and contradictory signals do not count: send one signal in the next turn.';

const renderMeasured = (measured: LastMeasured | null): readonly string[] => {
  if (measured === null) return ['Nothing has been measured in this phase yet.'];
  const { iteration, satisfied, unmet, failing } = measured;
  if (satisfied) return [`Gate 1 was satisfied at the end of iteration ${iteration}.`];
  return [
    `Gate 1 was not satisfied at the end of iteration ${iteration}:`,
    ...unmet.map((clause) => `  - ${clause}`),
    ...(failing.length === 0 ? [] : ['Failed tests:', ...failing.map((name) => `  - ${name}`)]),
  ];
};

/** The sentence for stderr. @param because - follows a colon */
const renderRefused = (word: CommandSignal['word'], because: string): string =>
  `Cannot signal ${word}: ${because}. Nothing was recorded. End your last message with the status block of the prompt instead.`;
