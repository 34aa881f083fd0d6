/**
 * The parts that every action of `dualgate work` uses: the store, and the answer to a change.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { parseDuration } from '../../config/schema/duration.ts';
import { refuseInsideTurn } from '../../operator-commands/refuse-inside-turn.ts';
import { describeItem } from '../../work-items/describe-item.ts';
import type { ItemAnswer } from '../../work-items/item-store.ts';
import { openItems, type OpenedItems } from '../../work-items/open-items.ts';
import type { ItemRefused } from '../../work-items/word-refusal.ts';
import { optional, text, type Values } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { plain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { UsageError } from '../usage-error.ts';

export interface ItemContext extends OpenedItems {
  readonly config: Config;
  readonly values: Values;
  readonly io: CommandIo;
}

export const openItemContext = async (values: Values, io: CommandIo): Promise<ItemContext> => {
  const config = openOwnConfig(values, io);
  return {
    config,
    values,
    io,
    ...(await openItems({
      config,
      env: io.env,
      ...optional('remote', text(values, 'remote')),
      ...optional('engine', text(values, 'engine')),
    })),
  };
};

/** An agent is no operator, and its turn ends by its run's own gates (rule 1.6). @throws {RunError} inside a turn */
export const openForChange = (values: Values, io: CommandIo): Promise<ItemContext> => {
  refuseInsideTurn('change work items', null);
  return openItemContext(values, io);
};

/** Milliseconds. @throws {UsageError} when it is no duration from 1 s to 24 h */
export const readLease = ({ values, config }: Pick<ItemContext, 'values' | 'config'>): number => {
  const given = text(values, 'lease');
  if (given === undefined) return config.work_items.lease_ms;
  const ms = parseDuration(given);
  if (ms === null || ms < 1000 || ms > 86_400_000)
    throw new UsageError(`Option '--lease' must be a duration from 1s to 24h (got ${given})`);
  return ms;
};

/** @throws {UsageError} without one */
export const readItem = (operand: string | undefined): string => {
  if (operand === undefined) throw new UsageError('Missing ITEM');
  return operand;
};

/** Prints the answer. @param says - sentences for people, one a line @param more - in JSON @returns the exit code */
export const tell = (
  answer: ItemAnswer,
  { values, io }: Pick<ItemContext, 'values' | 'io'>,
  says: string,
  more: Readonly<Record<string, string>> = {},
): number => {
  if (!answer.ok) return tellRefused(answer, { values, io });
  if (values['json'] === true) io.print(JSON.stringify({ ok: true, item: describeItem(answer.reading), ...more }));
  else for (const line of says.split('\n')) io.print(plain(line));
  return EXIT.ok;
};

export const tellRefused = (refused: ItemRefused, { values, io }: Pick<ItemContext, 'values' | 'io'>): number => {
  if (values['json'] === true) io.print(JSON.stringify(refused));
  else io.complain(plain(refused.message));
  return EXIT.no;
};
