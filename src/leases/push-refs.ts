/**
 * One push of refs, with a lease or without one: all of them move or none. And the meaning of git's answer.
 *
 * @module
 */
import type { Lease } from './lease.ts';
import { inOneLine, type LeaseRepository, runInLeases } from './lease-repository.ts';
import { LEASES, moveOptions, type RefMove } from './ref-move.ts';

type Pushed =
  | { readonly landed: true }
  | {
      readonly landed: false;
      /** Git's words. */
      readonly said: string;
      /** The further ref that is not where it was expected; `null` for another reason. */
      readonly moved: string | null;
      /** Another push at the same time may be the reason. */
      readonly mayRetry: boolean;
    };

interface PushToMake {
  readonly remote: string;
  /** @default none: another store has it */
  readonly lease?: Lease;
  readonly moves: readonly RefMove[];
}

/** @throws {WorkspaceError} when git is missing */
export const pushRefs = async (repository: LeaseRepository, { remote, lease, moves }: PushToMake): Promise<Pushed> => {
  const further = moveOptions(moves);
  const options = [
    '--no-verify',
    '--no-recurse-submodules',
    ...(moves.length > 0 ? ['--atomic'] : []),
    ...(lease === undefined ? [] : [`--force-with-lease=${LEASES}${lease.item}:${lease.previous ?? ''}`]),
    ...further.options,
  ];
  const refspecs = [...(lease === undefined ? [] : [`${lease.token}:${LEASES}${lease.item}`]), ...further.refspecs];
  const said = await runInLeases(repository, ['push', ...options, '--', remote, ...refspecs], {
    lend: moves.length > 0,
  });
  return 'out' in said ? { landed: true } : explain(said.refused, moves);
};

/** Git prints a line for each refused ref: ` ! [rejected] <from> -> <to> (<reason>)`. */
const REFUSED = /^ ! \[[^\]]+\]\s+\S+ -> (\S+)(?: \((.*)\))?$/gm;
const NOT_WHERE_EXPECTED = /^(?:stale info|fetch first|non-fast-forward|already exists|needs force)$/;
const AT_THE_SAME_TIME = /stale info|lock|failed to update|already exists|incorrect old value|transaction/i;

const explain = (said: string, moves: readonly RefMove[]): Pushed => {
  const lines = [...said.matchAll(REFUSED)].map(([, name = '', reason = '']) => ({ name, reason }));
  // Git shortens the names of branches and tags.
  const isOf = (ref: string, name: string): boolean =>
    ref === name || ref.replace(/^refs\/(?:heads|tags)\//, '') === name;
  const moved = moves.find(({ ref }) =>
    lines.some(({ name, reason }) => isOf(ref, name) && NOT_WHERE_EXPECTED.test(reason)),
  );
  return {
    landed: false,
    said: inOneLine(said),
    moved: moved?.ref ?? null,
    mayRetry: lines.some(({ reason }) => AT_THE_SAME_TIME.test(reason)),
  };
};
