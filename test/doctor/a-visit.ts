/** Input of a check: a folder, and its config if it has one. */
import { randomUUID } from 'node:crypto';
import { type Check, type DoctorEvent, lookBy, type Visit, type Look } from '../../src/doctor/check.ts';
import type { Config } from '../../src/read-config/parse-config.ts';
import { aFolder } from '../evidence/a-repository.ts';

interface Place {
  readonly folder: string;
  readonly config?: Config | null;
}

export const aVisit = async ({ folder, config = null }: Place, events: DoctorEvent[] = []): Promise<Visit> => ({
  folder,
  config,
  refusal: null,
  run: `doctor-${randomUUID()}`,
  aside: await aFolder(),
  signal: new AbortController().signal,
  emit: (each) => events.push(each),
});

/** Findings of the check about the place. */
export const lookAt = async (check: Check, place: Place): Promise<Look> => lookBy(check, await aVisit(place));
