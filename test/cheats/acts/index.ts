/** Every act of the corpus that is allowed. */
import { INSIDE_ACTS } from './inside.acts.ts';
import type { HonestAct } from '../a-cheat.ts';
import { AROUND_ACTS } from './around.acts.ts';
import { COPIES_ACTS } from './copies.acts.ts';
import { EARLIER_ACTS } from './earlier.acts.ts';
import { FROZEN_ACTS } from './frozen.acts.ts';
import { LANGUAGE_ACTS as OF_LANGUAGES } from './language.acts.ts';
import { OWN_CRITERIA_ACTS, OWN_CRITERIA_LANGUAGE_ACTS } from './own-criteria.acts.ts';
import { REALM_ACTS } from './realm.acts.ts';
import { WORK_ACTS } from './work.acts.ts';

export const HONEST_ACTS: readonly HonestAct[] = [...FROZEN_ACTS, ...WORK_ACTS, ...OWN_CRITERIA_ACTS];
/** In other languages, under other runners, in the realm of tests, and near checks. */
export const LANGUAGE_ACTS: readonly HonestAct[] = [
  ...OF_LANGUAGES,
  ...REALM_ACTS,
  ...AROUND_ACTS,
  ...EARLIER_ACTS,
  ...OWN_CRITERIA_LANGUAGE_ACTS,
  ...COPIES_ACTS,
  ...INSIDE_ACTS,
];
