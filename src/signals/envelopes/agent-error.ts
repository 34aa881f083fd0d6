/**
 * Errors that agent programs report in their envelopes: by HTTP status, which is the same for all of them.
 *
 * @module
 */
import type { AgentError } from './extractor.ts';

/** The meaning of an HTTP status of the provider for the loop: fix it, wait for it, or count it as a crash. */
const kindOfStatus = (status: number | null): AgentError['kind'] => {
  if (status === null) return 'other';
  if (status === 401 || status === 402 || status === 403) return 'unauthorised';
  // 529 is Anthropic's "overloaded".
  if (status === 429 || status === 529) return 'rate_limited';
  return status >= 500 ? 'provider' : 'other';
};

/**
 * @param resetsAt - ISO 8601, if the provider reported it
 */
export const errorOfStatus = (status: number | null, message: string, resetsAt: string | null = null): AgentError => ({
  kind: kindOfStatus(status),
  message,
  resets_at: resetsAt,
});

/** The status that a program's own error message names by this pattern; never of what an agent says (rule 4.1). */
export const statusIn = (message: string, pattern: RegExp): number | null => {
  const found = pattern.exec(message)?.[1];
  return found === undefined ? null : Number(found);
};

/** ISO 8601 of a time; `null` for what is no time that can be written. @param ms - milliseconds since 1970 */
export const isoOf = (ms: number): string | null => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
