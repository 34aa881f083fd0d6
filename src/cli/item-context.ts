/** The parts that every action of `dualgate work` uses: the store, and the answer to a change. */
import { type ItemStatus, describeItem, type ItemAnswer, type ItemRefused } from '../queue/items/item-store.ts';
import type { VerifiedItem } from '../queue/items/create-items.ts';
import { joinPlain, plain } from './render/paint.ts';
import type { Config } from '../project/config/config.ts';
import { parseDuration } from '../base/text/amounts.ts';
import { refuseInsideTurn } from '../run/operator-commands/refuse-inside-turn.ts';
import { openItems, type OpenedItems } from '../queue/items/open-items.ts';
import { optional, text, type Values, UsageError } from './command.ts';
import { openOwnConfig } from './open-config.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';

/** One line an item. */
export const renderItems = (items: readonly ItemStatus[]): string => {
  if (items.length === 0) return 'There is no work item. Add one with dualgate work add ITEM --spec FILE.';
  const [name, phase] = [widest(items.map(({ item }) => item)), widest(items.map((each) => each.phase))];
  return joinPlain([
    ...items.map((each) => `${each.item.padEnd(name)}  ${each.phase.padEnd(phase)}  ${describeHolder(each)}`.trimEnd()),
    ...(items.some(({ blocked }) => blocked !== null) ? [`When the cause is fixed: ${unblock('ITEM')}`] : []),
  ]);
};

const unblock = (item: string): string => `dualgate work unblock ${item} -m "why"`;

const widest = (words: readonly string[]): number => Math.max(...words.map(({ length }) => length));

const describeHolder = ({ holder, blocked, phase, waits_until }: ItemStatus): string => {
  if (holder !== null) return `${holder.session}, until ${holder.until}`;
  if (waits_until !== null) return `waits until ${waits_until}`;
  if (blocked !== null) return `in ${blocked.in}: ${blocked.reason}`;
  return phase === 'COMPLETED' ? '' : 'free';
};

export const renderVerifiedItem = ({ item, ok, records, problem }: VerifiedItem): string =>
  ok ? `✓ ${item}: ${records} records, unchanged` : `✗ ${item}: ${problem ?? ''}`;

export const renderItem = (status: ItemStatus): string => {
  const { item, title, spec, phase, holder, blocked, base, result, sessions, waits_until } = status;
  const free = waits_until === null ? 'free' : `free, and waits until ${waits_until}`;
  return joinPlain([
    `${item}${title === null ? '' : `: ${title}`}`,
    `  phase    ${phase}`,
    ...(blocked === null
      ? []
      : [`  blocked  in ${blocked.in}: ${blocked.reason}`, `  next     ${unblock(item)}, when the cause is fixed`]),
    `  lease    ${holder === null ? free : `${holder.session}, turn ${holder.turn}, until ${holder.until}`}`,
    ...(spec === null ? [] : [`  spec     ${spec}`]),
    ...(base === null ? [] : [`  base     ${base}`]),
    ...(result === null
      ? []
      : [
          `  result   ${result.branch ?? 'no branch'} (${result.commit ?? 'no commit'})${result.run === null ? '' : `, run ${result.run}`}`,
        ]),
    ...(sessions.length === 0 ? [] : ['  sessions that ended with an exit signal:']),
    ...sessions.map(
      ({ phase_completed, exit_reason, session_id, notes, pr_url, evidence_bundle_ref, next_work_phase }) => {
        const more = [notes, pr_url, evidence_bundle_ref].filter((each) => each !== undefined);
        return `    ${phase_completed} ${exit_reason}, then ${next_work_phase ?? 'no phase'}: ${session_id}${more.length === 0 ? '' : ` (${more.join('; ')})`}`;
      },
    ),
  ]);
};

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
