/** Messages between the actors in one iteration, in order: what the server says of its records. */
import type { PlacedRecord } from '../page-data.ts';
import type { PageSaid } from '../say-record.ts';

export interface Message extends PageSaid {
  /** ISO 8601. */
  readonly at: string;
}

export const listMessages = (records: readonly Pick<PlacedRecord, 'at' | 'said'>[]): readonly Message[] =>
  records.flatMap(({ at, said }) => said.map((each) => ({ at, ...each })));
