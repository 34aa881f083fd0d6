/** Follows a run like `watchRun`. With `--ask`, asks the operator when it halts, and continues by the answer. */
import type { Config } from '../../project/config/config.ts';
import { type Inspector, serveInspector } from '../../page/inspector/server/serve-inspector.ts';
import { text, type Values, UsageError, optional } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { operatorName, readThreshold } from './options-of-run.ts';
import { DualgateError } from '../../../gates/errors.ts';
import type { OperatorCommand } from '../../run/operator-commands/operator-command.ts';
import { readRun } from '../../view/read-run.ts';
import type { RunStatus } from '../../view/run-status.ts';
import { sendOperatorCommand } from '../../run/operator/send-operator-command.ts';
import { renderHeld } from '../render/ending.ts';
import { plain } from '../render/paint.ts';
import { createRun } from '../../run/create-run.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { EXIT_CODES } from '../../records/run-events.ts';
import { withStately, advise, showRun, watchRun } from './watch-run.ts';

// `--inspect`: serves the page of a run until the command ends. The address is printed, and not passed to a program: an
// agent of the same user could read it there.

type Receive = Inspector['receive'];

/** First the screen, then the page. */
export const joined =
  <T extends Parameters<Receive>[0]>(screen: (event: T) => void, receive: (event: T) => void) =>
  (event: T): void => {
    screen(event);
    receive(event);
  };

/** @param go - gets the listener for every event of the run @returns its exit code @throws {PageError} before it is called */
export const withInspector = async (
  config: Config,
  values: Values,
  io: CommandIo,
  go: (receive: Receive) => number | Promise<number>,
): Promise<number> => {
  if (values['inspect'] !== true) {
    if (values['port'] !== undefined) throw new UsageError("Option '--port' needs --inspect");
    return go(() => {});
  }
  const port = readPort(values);
  const inspector = await serveInspector({ config, port, by: operatorName(), background: true });
  try {
    io.complain(`Watch it: ${inspector.url}`);
    return await go(inspector.receive);
  } finally {
    await inspector.close();
  }
};

/** @throws {UsageError} for an invalid port */
export const readPort = (values: Values): number => {
  const given = text(values, 'port') ?? '0';
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port must be a whole number from 0 to 65535 (got ${given})`);
};

// Asks how a halted run continues (rule 4.4): an answer is the command of that name; without one nothing happens.

/** `over`: the command itself ended the run. */
type Answer = 'again' | 'over' | 'quit';

/** @throws any error that is no refusal of the command, for example a ledger that cannot be written */
const askOperator = async (config: Config, run: string, io: CommandIo): Promise<Answer> => {
  const { status } = await readRun(config, run);
  io.print(renderHalt(status));
  for (;;) {
    const choice = (await io.ask(CHOICE))?.trim().toLowerCase() ?? 'q';
    if (isOne(choice, 'quit') || choice === '') return 'quit';
    const command = await composeCommand(choice, io);
    if (command === null) continue;
    const answer = await give(config, run, command, io);
    if (answer !== null) return answer;
  }
};

const isOne = (choice: string, name: string): boolean => choice === name || choice === name[0];

/** `null`: no valid answer; the question is asked again. */
const composeCommand = async (choice: string, io: CommandIo): Promise<OperatorCommand | null> => {
  const by = operatorName();
  if (isOne(choice, 'guide')) {
    const text = await readWords(GUIDANCE, io);
    return text === null ? null : { command: 'guide', by, text };
  }
  for (const command of ['reset', 'skip', 'abort'] as const) {
    if (!isOne(choice, command)) continue;
    const reason = await readWords(REASON, io);
    return reason === null ? null : { command, by, reason };
  }
  return null;
};

const readWords = async (question: string, io: CommandIo): Promise<string | null> => {
  const said = (await io.ask(question))?.trim() ?? '';
  if (said === '') io.print('The answer is empty: nothing changed.');
  return said === '' ? null : said;
};

/** `null`: it was refused, and the reason was printed. */
const give = async (config: Config, run: string, command: OperatorCommand, io: CommandIo): Promise<Answer | null> => {
  try {
    const outcome = await sendOperatorCommand({ config, run, command, wait: false });
    io.print(plain(outcome.says));
    if (!outcome.taken) return null;
    return outcome.recorded.includes('run.ended') ? 'over' : 'again';
  } catch (error) {
    // For example a run that was resumed meanwhile, or a text that is too long.
    if (!(error instanceof DualgateError) || error.code === 'E_LEDGER') throw error;
    io.print(plain(error.message));
    return null;
  }
};

/** The phase, and why it was held. The reason of the end is printed right above. */
const renderHalt = (status: Pick<RunStatus, 'phase' | 'iteration' | 'held' | 'ending'>): string => {
  const { phase, iteration } = status;
  return [
    `${phase ?? 'The work'} waits for you${iteration === 0 ? '' : ` after ${iteration} decided ${iteration === 1 ? 'iteration' : 'iterations'}`}.`,
    ...renderHeld(status).map((line) => `  ${line}`),
    '  r  continue, and count iterations and limits again from 0',
    '  g  guide: tell the agent what to do differently, and continue',
    '  s  skip: exit the phase although its gates are not satisfied, and continue',
    '  a  abort: end the run for good',
    '  q  quit: dualgate resume continues later; dualgate status lists the other commands',
  ].join('\n');
};

const CHOICE = 'r, g, s, a or q? ';
const REASON = 'Why? (recorded in the ledger) ';
const GUIDANCE = 'Message to the agent: ';

/** How to start: by default with a new run. */
interface GoOn {
  /** Id of the run to resume. */
  readonly resume?: string;
  /** A notice before anything else. */
  readonly says?: string;
  /** The run was killed, and its limits do not count anew. */
  readonly automatic?: boolean;
}

type ReceiveEvent = NonNullable<RunOptions['onEvent']>;

/** @param receive - receives every event, after the screen @returns the exit code */
export const watchAndAsk = (
  config: Config,
  goOn: GoOn,
  values: Values,
  io: CommandIo,
  receive: ReceiveEvent = () => {},
): Promise<number> =>
  withStately(config, values, io, (inspecting) => watch(config, { ...goOn, ...inspecting }, values, io, receive));

const watch = async (
  config: Config,
  { resume, says, automatic = false, inspect }: GoOn & Pick<RunOptions, 'inspect'>,
  values: Values,
  io: CommandIo,
  receive: ReceiveEvent,
): Promise<number> => {
  const threshold = readThreshold(config, values, io);
  let [notice, isUnasked] = [says, automatic];
  const start =
    (run: string | undefined) =>
    (onEvent: RunOptions['onEvent'] = () => {}) =>
      createRun({
        config,
        onEvent: joined(onEvent, receive),
        by: operatorName(),
        automatic: isUnasked,
        ...optional('resume', run),
        ...optional('says', notice),
        ...optional('until', text(values, 'until')),
        ...threshold,
        ...(inspect === undefined ? {} : { inspect }),
      });
  if (values['ask'] !== true) return watchRun(start(resume), values, io);
  for (let going = resume; ; ) {
    const shown = await showRun(start(going), values, io);
    const { began, ended, followed } = shown;
    const run = followed.id;
    const isHalted = ended.status === 'stuck' || ended.status === 'needs_human';
    // A run that never started has no phase to skip or to guide.
    if (!isHalted || (!began && going === undefined)) return advise(shown, io);
    const answer = await askOperator(config, run, io);
    if (answer === 'quit') return advise(shown, io);
    if (answer === 'over') return sayOver(config, run, io);
    going = run;
    [notice, isUnasked] = [undefined, false];
  }
};

/** The command ended the run: the ledger has the status. */
const sayOver = async (config: Config, run: string, io: CommandIo): Promise<number> => {
  const { ending } = (await readRun(config, run)).status;
  const status = ending?.status ?? 'aborted';
  io.print(`The run is ${status}.`);
  return EXIT_CODES[status];
};
