import type { Cheat, Family } from './a-cheat.ts';

/** One honest twin for each project on which a cheat is tried; none for a project that is the cheat itself. */
export const listTwins = (families: readonly Family[]): readonly Pick<Cheat, 'on' | 'name'>[] => [
  ...new Map(
    families
      .flatMap(({ cheats }) => cheats)
      .filter(({ on }) => on.isHollow !== true)
      .map(({ on, name }) => [JSON.stringify(on), { on, name }]),
  ).values(),
];
