/**
 * What a run knows besides its work, of the sections of presets: how its lists began, and what an operator lowered.
 *
 * @module
 */
import type { ListsAtStart } from '../../evidence/plans.ts';
import type { GivenThreshold } from '../given-threshold.ts';

/** An operator's threshold, and when the run went by it first: ISO 8601. */
export type ThresholdGiven = GivenThreshold & { readonly at: string };

export interface PresetState {
  /** Plans and tasks as they were when the run began. */
  readonly lists: ListsAtStart;
  /** An operator's indicator thresholds in their order, the last of which holds; none: the config's does. */
  readonly thresholds: readonly ThresholdGiven[];
}

/** Before the first record. */
export const NO_PRESET_STATE: PresetState = { lists: {}, thresholds: [] };

/** From the record of the beginning. */
export const beginPresetState = (
  { lists = {}, exit_threshold: given }: { readonly lists?: ListsAtStart; readonly exit_threshold?: GivenThreshold },
  at: string,
): PresetState => ({ lists, thresholds: addThreshold([], given, at) });

/** Those given so far, with one more where one is given. */
export const addThreshold = (
  thresholds: PresetState['thresholds'],
  given: GivenThreshold | undefined,
  at: string,
): PresetState['thresholds'] => (given === undefined ? thresholds : [...thresholds, { ...given, at }]);

/** The one that holds; null: the config's. */
export const thresholdOf = ({ thresholds }: Pick<PresetState, 'thresholds'>): number | null =>
  thresholds.at(-1)?.threshold ?? null;
