/**
 * What operators ordered besides forced exits, one line each. Pure.
 *
 * @module
 */
import type { Line } from '../page/report-section.ts';
import type { Report } from './report.ts';
import { nameSome, theirs } from './words.ts';

const MAX_NAMED = 20;

export const listOrderLines = ({
  orders: { accepted, resets, rollbacks, guidance, aborted },
  thresholds,
}: Pick<Report, 'orders' | 'thresholds'>): readonly Line[] =>
  [
    ...thresholds.map(({ at, by, from, threshold }) => ({
      at,
      says: [`the indicator threshold is ${threshold}`],
      by,
      reason: from,
    })),
    ...accepted.map(({ at, by, reason, phase, files, tests, writes = [] }) => ({
      at,
      says: ['accepted in ', theirs(phase), ': ', ...nameSome([...files, ...tests, ...writes], MAX_NAMED, 100)],
      by,
      reason,
    })),
    ...resets.map(({ at, by, reason, phase }) => ({ at, says: ['counts reset in ', theirs(phase)], by, reason })),
    ...rollbacks.map(({ at, by, reason, phase }) => ({
      at,
      says: ['rolled back to the exit of ', theirs(phase)],
      by,
      reason,
    })),
    ...guidance.map(({ at, by, text, phase }) => ({
      at,
      says: ['the agent was told in ', theirs(phase)],
      by,
      reason: text,
    })),
    ...(aborted === null ? [] : [{ ...aborted, says: ['aborted'] }]),
  ]
    .sort((one, other) => (one.at < other.at ? -1 : 1))
    .map(({ at, says, by, reason }) => [`${at}, `, ...says, ', by ', theirs(by), ': ', theirs(reason)]);
