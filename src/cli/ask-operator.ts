/**
 * Asks the operator what becomes of work that was halted (RULES 4.4). An answer is the same order as the command of that
 * name, by the same ways and with the same record; no answer is none.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { DualgateError } from '../../gates/errors.ts';
import type { Order } from '../orders/order.ts';
import { readRun } from '../view/read-run.ts';
import type { RunStatus } from '../view/run-status.ts';
import { sendOrder } from '../operator/send-order.ts';
import type { CommandIo } from './terminal/io.ts';
import { operatorName } from './operator-name.ts';
import { renderHeld } from './render/held.ts';
import { plain } from './render/text/paint.ts';

/** `over`: by the order itself; the run says how it ended. */
type Answer = 'again' | 'over' | 'quit';

/** @throws whatever is no refusal of the order: nothing goes on over a ledger that cannot be written */
export const askOperator = async (config: Config, run: string, io: CommandIo): Promise<Answer> => {
  const { status } = await readRun(config, run);
  io.print(renderHalt(status));
  for (;;) {
    const choice = (await io.ask(CHOICE))?.trim().toLowerCase() ?? 'q';
    if (isOne(choice, 'quit') || choice === '') return 'quit';
    const order = await composeOrder(choice, io);
    if (order === null) continue;
    const answer = await give(config, run, order, io);
    if (answer !== null) return answer;
  }
};

const isOne = (choice: string, name: string): boolean => choice === name || choice === name[0];

/** `null`: it was no answer, or nothing was said; the question is asked again. */
const composeOrder = async (choice: string, io: CommandIo): Promise<Order | null> => {
  const by = operatorName();
  if (isOne(choice, 'guide')) {
    const text = await readWords(GUIDANCE, io);
    return text === null ? null : { order: 'guide', by, text };
  }
  for (const order of ['reset', 'skip', 'abort'] as const) {
    if (!isOne(choice, order)) continue;
    const reason = await readWords(REASON, io);
    return reason === null ? null : { order, by, reason };
  }
  return null;
};

const readWords = async (question: string, io: CommandIo): Promise<string | null> => {
  const said = (await io.ask(question))?.trim() ?? '';
  if (said === '') io.print('Nothing was said, so nothing was done.');
  return said === '' ? null : said;
};

/** `null`: it was refused, and why was said. */
const give = async (config: Config, run: string, order: Order, io: CommandIo): Promise<Answer | null> => {
  try {
    const outcome = await sendOrder({ config, run, order, wait: false });
    io.print(plain(outcome.says));
    if (!outcome.taken) return null;
    return outcome.recorded.includes('run.settled') ? 'over' : 'again';
  } catch (error) {
    // A run that somebody took up meanwhile, or text that is too long: said like everywhere, and asked anew.
    if (!(error instanceof DualgateError) || error.code === 'E_LEDGER') throw error;
    io.print(plain(error.message));
    return null;
  }
};

/** The phase, and what held it when it was last decided: why the run ended stands right above. */
const renderHalt = ({
  phase,
  iteration,
  held,
  settled,
}: Pick<RunStatus, 'phase' | 'iteration' | 'held' | 'settled'>): string =>
  [
    `${phase ?? 'The work'} waits for you${iteration === 0 ? '' : ` after ${iteration} decided ${iteration === 1 ? 'iteration' : 'iterations'}`}.`,
    ...renderHeld(held, settled?.why).map((line) => `  ${line}`),
    '  r  reset the counts that halted it, and try again',
    '  g  guide: tell the agent something, and try again',
    '  s  skip the phase without its gates; recorded for ever',
    '  a  abort: the work ends for good',
    '  q  quit; dualgate resume goes on later',
  ].join('\n');

const CHOICE = 'r, g, s, a or q? ';
const REASON = 'Why? It is recorded for ever: ';
const GUIDANCE = 'What should the agent know? ';
