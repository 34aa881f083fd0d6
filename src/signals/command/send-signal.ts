/** The signal command: sends one exit signal to the run of this turn, and prints the answer. */
import { parseArgs } from 'node:util';
import {
  fieldsOf,
  findWrongPart,
  MAX_REASON_LENGTH,
  type CommandSignal,
  COMMAND_SIGNALS,
  type LastMeasured,
  readAnswer,
  type CommandAnswer,
  writeAnswer,
  writeCommandSignal,
} from './command-signal.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { askLine, ChannelError } from '../../base/line-server.ts';

type Asked =
  | { readonly asks: 'help' }
  | { readonly asks: 'word'; readonly word: CommandSignal; readonly json: boolean }
  /** `problem` follows a colon. */
  | { readonly asks: 'nothing'; readonly problem: string };

const OPTIONS = {
  reason: { type: 'string', multiple: true },
  'refactoring-complete': { type: 'boolean', default: false },
  error: { type: 'boolean', default: false },
  'pr-url': { type: 'string' },
  'evidence-bundle-ref': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const readArguments = (argv: readonly string[]): Asked => {
  if (argv.includes('--help') || argv.includes('-h')) return { asks: 'help' };
  const nothing = (problem: string): Asked => ({ asks: 'nothing', problem });
  const parsed = parse(argv);
  if (typeof parsed === 'string') return nothing(parsed);
  const { values, positionals } = parsed;
  const [given, ...more] = positionals;
  const word = COMMAND_SIGNALS.find((each) => each === given);
  if (word === undefined)
    return nothing(`the signal must be one of ${COMMAND_SIGNALS.join(', ')} (got ${given ?? 'nothing'})`);
  if (more.length > 0) return nothing(`only one signal is allowed (got ${positionals.join(' ')}); quote the reason`);
  const [reason = '', ...others] = values.reason ?? [];
  if (reason.trim() === '') return nothing('--reason is required');
  if (others.length > 0) return nothing(`only one --reason is allowed (got ${others.length + 1})`);
  if (reason.length > MAX_REASON_LENGTH)
    return nothing(`the reason can have at most ${MAX_REASON_LENGTH} characters (got ${reason.length})`);
  const asked: CommandSignal = {
    word,
    reason,
    refactoring_complete: values['refactoring-complete'],
    ...(values.error ? { error: true } : {}),
    ...fieldsOf({ pr_url: values['pr-url'], evidence_bundle_ref: values['evidence-bundle-ref'] }),
  };
  const wrong = findWrongPart(asked);
  return wrong === null ? { asks: 'word', word: asked, json: values.json } : nothing(wrong);
};

const parse = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    // Its first sentence names the option; what follows explains a way out that is none here.
    const [sentence = ''] = describeCause(error).split(/\. |\n/, 1);
    return sentence;
  }
};

export const HELP = `Tells dualgate whether this phase is finished. Run it once in your turn.

  "$DUALGATE_SIGNAL" exit --reason TEXT       the phase is finished
  "$DUALGATE_SIGNAL" hold --reason TEXT       there is more to do; the work continues in the next turn
  "$DUALGATE_SIGNAL" blocked --reason TEXT    human input is needed; TEXT says why

  --reason TEXT             why, in at most ${MAX_REASON_LENGTH} characters; required
  --refactoring-complete    with exit: no more improvements are needed
  --error                   with blocked: an error ended the work
  --pr-url URL              with exit or blocked: the pull request, an https URL
  --evidence-bundle-ref PATH
                            with exit or blocked: the evidence bundle, a path relative to the workspace
  --json                    print the answer as one line of JSON
  --help, -h                show this help

The answer shows the recorded signal, and the clauses of gate 1 (measured) that were not met at the last measurement.
A signal alone does not exit the phase: the tests after the turn must satisfy gate 1.

Exit codes: 0 recorded, 1 not recorded, 64 wrong usage`;

interface SendOptions {
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

const renderRefused = (word: CommandSignal['word'], because: string): string =>
  `Cannot signal ${word}: ${because}. Nothing was recorded. End your last message with the status block of the prompt instead.`;
