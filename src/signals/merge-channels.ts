/** One exit signal out of two channels (rule 3.10): the same on both counts once; any contradiction makes it null. */
import type { Signal, TurnOutcome } from '../../gates/iteration.ts';
import { noSignal, readGuards } from './blocks/block-fields.ts';
import { fieldsOf, type CommandSignal } from './command/command-signal.ts';

/** The signal of a turn that failed: null, whatever was printed (rule 3.2). Its work stays and is measured. */
export const silenceSignal = (outcome: Exclude<TurnOutcome, 'ok' | 'empty'>, dialect: string | null): Signal =>
  noSignal(outcome === 'timed_out' ? 'agent_timed_out' : 'agent_failed', dialect);

const STATUS = { exit: 'COMPLETE', hold: 'IN_PROGRESS', blocked: 'BLOCKED' } as const satisfies Record<
  CommandSignal['word'],
  Signal['status']
>;

/** @param words - of the signal command, each that differs once @param block - what was read from the agent's last message */
export const mergeChannels = (words: readonly CommandSignal[], block: Signal): Signal => {
  const last = words.at(-1);
  if (last === undefined) return block;
  const value = last.word === 'exit';
  const isBlocked = words.some(({ word }) => word === 'blocked') || block.status === 'BLOCKED';
  const guards = [...words.flatMap(({ reason }) => readGuards(guardsIn(reason))), ...(block.guards ?? [])];
  const said: Signal = {
    ...noSignal('words_disagree', null),
    source: 'command',
    // It calls for a person on any channel, whatever the others say.
    status: isBlocked ? 'BLOCKED' : STATUS[last.word],
    blockers: [...words.flatMap(({ word, reason }) => (word === 'blocked' ? [reason] : [])), ...block.blockers],
    says: last.reason,
    ...(block.claims === undefined ? {} : { claims: block.claims }),
    ...(guards.length === 0 ? {} : { guards }),
    ...reportedOf(words.findLast(({ word }) => word === 'blocked') ?? last, block),
  };
  if (words.some(({ word }) => word !== last.word)) return said;
  const { dialect, line, way_out: wayOut } = block;
  if (mayDisagree(value, block))
    return {
      ...said,
      dialect,
      line,
      reason: 'channels_disagree',
      ...(wayOut !== undefined && { way_out: wayOut }),
    };
  const isOnBoth = block.value === value;
  return {
    ...said,
    ...(isOnBoth ? { dialect, line } : {}),
    value,
    reason: value ? 'explicit_true' : 'explicit_false',
    refactoring_complete:
      words.some(({ refactoring_complete }) => refactoring_complete) || (isOnBoth && block.refactoring_complete),
  };
};

/** In the reason of the command, up to the end of its line or a semicolon. */
const guardsIn = (reason: string): readonly string[] =>
  [...reason.matchAll(/\bGUARD:[ \t]*([^\n;]+)/g)].map(([, guard = '']) => guard);

/** The command's fields replace those of the block. */
const reportedOf = (word: CommandSignal, { told }: Signal): Pick<Signal, 'told'> => {
  const exit_reason = word.error === true ? ('error' as const) : ('blocked' as const);
  const all = { ...told, ...(word.word === 'blocked' ? { exit_reason } : {}), ...fieldsOf(word) };
  return Object.keys(all).length === 0 ? {} : { told: all };
};

/** A no always holds; beside a yes, an unreadable block may have been a no. */
const mayDisagree = (value: boolean, block: Signal): boolean =>
  block.value === null ? value && !isSilent(block) : block.value !== value;

/** There is no block, or it is only shown (in a fence or a comment), or it is the prompt's own, not filled in. */
const isSilent = ({ source, reason, status, blockers }: Signal): boolean =>
  source === null || (reason === 'placeholder' && status === null && blockers.length === 0);
