/**
 * Asks the operator how a halted run continues (rule 4.4). An answer does the same as the command of that name, with the same
 * record; without an answer nothing happens.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { DualgateError } from '../../gates/errors.ts';
import type { OperatorCommand } from '../operator-commands/operator-command.ts';
import { readRun } from '../view/read-run.ts';
import type { RunStatus } from '../view/run-status.ts';
import { sendOperatorCommand } from '../operator/send-operator-command.ts';
import type { CommandIo } from './terminal/io.ts';
import { operatorName } from './operator-name.ts';
import { renderHeld } from './render/held.ts';
import { plain } from './render/text/paint.ts';

/** `over`: the command itself ended the run. */
type Answer = 'again' | 'over' | 'quit';

/** @throws any error that is no refusal of the command, for example a ledger that cannot be written */
export const askOperator = async (config: Config, run: string, io: CommandIo): Promise<Answer> => {
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
