/**
 * What operators ordered besides forced exits, one line each. Pure; their words are quoted.
 *
 * @module
 */
import { quote } from '../markdown/quote.ts';
import type { Report } from './report.ts';

export const renderOrders = ({
  orders: { accepted, resets, rollbacks, guidance, aborted },
  thresholds,
}: Pick<Report, 'orders' | 'thresholds'>): readonly string[] =>
  [
    ...thresholds.map(({ at, by, from, threshold }) => ({
      at,
      says: `the indicator threshold is ${threshold}`,
      by,
      reason: from,
    })),
    ...accepted.map(({ at, by, reason, phase, files, tests, writes = [] }) => ({
      at,
      says: `accepted in ${quote(phase)}: ${[...files, ...tests, ...writes].map((each) => quote(each, 100)).join(', ')}`,
      by,
      reason,
    })),
    ...resets.map(({ at, by, reason, phase }) => ({ at, says: `counts reset in ${quote(phase)}`, by, reason })),
    ...rollbacks.map(({ at, by, reason, phase }) => ({
      at,
      says: `rolled back to the exit of ${quote(phase)}`,
      by,
      reason,
    })),
    ...guidance.map(({ at, by, text, phase }) => ({
      at,
      says: `the agent was told in ${quote(phase)}`,
      by,
      reason: text,
    })),
    ...(aborted === null ? [] : [{ ...aborted, says: 'aborted' }]),
  ]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, says, by, reason }) => `- ${at}, ${says}, by ${quote(by)}: ${quote(reason)}`);
