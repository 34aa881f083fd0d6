/**
 * What a run knows besides its work, of the sections of presets: how its lists began, and what an operator lowered.
 *
 * @module
 */
import type { GivenThreshold } from './exit-gate/given-threshold.ts';
import type { ListsAtStart } from './measure-plans.ts';

export interface PresetState {
  /** Plans and tasks as they were when the run began. */
  readonly lists: ListsAtStart;
  /** An operator's indicator threshold; null: the config's. */
  readonly exitThreshold: number | null;
}

/** Before the first record. */
export const NO_PRESET_STATE: PresetState = { lists: {}, exitThreshold: null };

/** From the record of the beginning. */
export const beginPresetState = ({
  lists = {},
  exit_threshold: given,
}: {
  readonly lists?: ListsAtStart;
  readonly exit_threshold?: GivenThreshold;
}): PresetState => ({ lists, exitThreshold: given?.threshold ?? null });
