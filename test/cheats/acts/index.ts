/**
 * Every act of the corpus that is allowed.
 *
 * @module
 */
import type { HonestAct } from '../a-cheat.ts';
import { FROZEN_ACTS } from './frozen.acts.ts';
import { LANGUAGE_ACTS } from './language.acts.ts';
import { WORK_ACTS } from './work.acts.ts';

export const HONEST_ACTS: readonly HonestAct[] = [...FROZEN_ACTS, ...WORK_ACTS];
export { LANGUAGE_ACTS };
