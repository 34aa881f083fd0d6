/** A run's facts about the sections of presets, beside its work: how its lists began, and thresholds that an operator lowered. */
import type { ListsAtStart } from '../../evidence/criteria.ts';

/** The indicator threshold of an operator. It is read once: when the run begins or resumes. */
export interface GivenThreshold {
  /** 1 or more. */
  readonly threshold: number;
  /** The option or the variable that set it. */
  readonly from: '--exit-threshold' | 'CUB_EXIT_THRESHOLD';
  /** The operator. */
  readonly by: string;
}

/** An operator's threshold, and when it first applied: ISO 8601. */
export type ThresholdGiven = GivenThreshold & { readonly at: string };

export interface PresetState {
  /** Plans and tasks at the start of the run. */
  readonly lists: ListsAtStart;
  /** An operator's indicator thresholds in order, the last of which applies; none: the config's does. */
  readonly thresholds: readonly ThresholdGiven[];
}

/** Before the first record. */
export const NO_PRESET_STATE: PresetState = { lists: {}, thresholds: [] };

/** From the record of the start. */
export const startPresetState = (
  { lists = {}, exit_threshold: given }: { readonly lists?: ListsAtStart; readonly exit_threshold?: GivenThreshold },
  at: string,
): PresetState => ({ lists, thresholds: addThreshold([], given, at) });

/** The thresholds so far, with one more if one is given. */
export const addThreshold = (
  thresholds: PresetState['thresholds'],
  given: GivenThreshold | undefined,
  at: string,
): PresetState['thresholds'] => (given === undefined ? thresholds : [...thresholds, { ...given, at }]);

/** The one that applies; null: the config's. */
export const thresholdOf = ({ thresholds }: Pick<PresetState, 'thresholds'>): number | null =>
  thresholds.at(-1)?.threshold ?? null;
