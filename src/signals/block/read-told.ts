/**
 * What a status block tells besides its signal and its numbers: shown, kept, and asked by no gate (RULES 1.6).
 *
 * @module
 */
import type { Told } from '../../../gates/iteration.ts';
import type { BlockField } from './block-fields.ts';
import { readDecidingKey } from './deciding-keys.ts';
import { readList } from './contradiction.ts';

/** Characters kept of a text, and items of a list. */
const MAX = { characters: 300, items: 20 } as const;

/** Of a key that stands twice the last counts, and of an override none: it may lift a threshold. What cannot be read is left out. */
export const readTold = (fields: readonly BlockField[]): Told => {
  const last = (key: string): string | undefined => fields.findLast(({ name }) => name === key)?.value;
  const progress = readPercent(last('PROGRESS_PERCENT'));
  const confidence = readConfidence(last('EXIT_CONFIDENCE') ?? last('CONFIDENCE'));
  const overriding = readDecidingKey(fields, 'EXIT_OVERRIDE');
  const override = overriding.found === 'one' ? readFlag(overriding.value) : null;
  const tests = last('TESTS_STATUS')?.toLowerCase().slice(0, MAX.characters);
  const because = last('EXIT_REASON')?.slice(0, MAX.characters);
  const remaining = readList(fields, 'REMAINING_WORK').map((item) => item.slice(0, MAX.characters));
  return {
    ...(progress === null ? {} : { progress_percent: progress }),
    ...(confidence === null ? {} : { confidence }),
    ...(override === null ? {} : { override }),
    ...(tests === undefined || tests === '' ? {} : { tests_status: tests }),
    ...(remaining.length === 0 ? {} : { remaining_work: remaining.slice(0, MAX.items) }),
    ...(because === undefined || because === '' ? {} : { because }),
  };
};

const readPercent = (value: string | undefined): number | null => {
  const [, digits] = /^(\d{1,3})(?:\.\d+)?[ \t]*%?$/.exec(value ?? '') ?? [];
  return digits === undefined || Number(digits) > 100 ? null : Number(digits);
};

const readConfidence = (value: string | undefined): NonNullable<Told['confidence']> | null => {
  const word = value?.toLowerCase();
  return word === 'high' || word === 'medium' || word === 'low' ? word : null;
};

const readFlag = (value: string): boolean | null => {
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : null;
};
