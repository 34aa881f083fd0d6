/**
 * Work items for people; pure.
 *
 * @module
 */
import type { ItemStatus } from '../../work-items/describe-item.ts';
import type { VerifiedItem } from '../../work-items/verify-items.ts';
import { joinPlain } from '../render/text/paint.ts';

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

/** One line. */
export const renderVerifiedItem = ({ item, ok, records, problem }: VerifiedItem): string =>
  ok ? `✓ ${item}: ${records} records, unchanged` : `✗ ${item}: ${problem ?? ''}`;

/** Everything about one item. */
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
