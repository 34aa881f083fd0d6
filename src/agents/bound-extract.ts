/**
 * What an agent told of its turn, cut to what a record may hold. It comes from another program: one line each, nothing
 * endless, and no id that an argument list could take for an option.
 *
 * @module
 */
import type { Turn, TurnError } from '../../gates/iteration.ts';
import type { AgentError, Extracted } from './presets/extractor.ts';

const MAX_MESSAGE = 400;
const MAX_DENIALS = 20;
const MAX_DENIAL = 200;
const SESSION = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/;

/** The optional parts of a turn, absent where nothing was told. */
export const boundExtract = ({ usage, denials, session }: Extracted): Pick<Turn, 'usage' | 'denials' | 'session'> => ({
  ...(usage === null ? {} : { usage: { ...usage, cost_usd: roundCost(usage.cost_usd) } }),
  ...(denials.length === 0 ? {} : { denials: boundDenials(denials) }),
  ...(session === null || !SESSION.test(session) ? {} : { session }),
});

/** One line of at most 400 characters; a time that is none is not told. */
export const boundError = ({ kind, message, resets_at }: AgentError): TurnError => {
  const at = resets_at === null ? Number.NaN : Date.parse(resets_at);
  return { kind, message: boundLine(message, MAX_MESSAGE), resets_at: Number.isNaN(at) ? null : resets_at };
};

/** To a millionth, so that sums of binary fractions stay readable. */
const roundCost = (cost: number | null): number | null => (cost === null ? null : Math.round(cost * 1e6) / 1e6);

const boundDenials = (denials: readonly string[]): readonly string[] => {
  const shown = denials.slice(0, MAX_DENIALS).map((denial) => boundLine(denial, MAX_DENIAL));
  return denials.length > MAX_DENIALS ? [...shown, `and ${denials.length - MAX_DENIALS} more`] : shown;
};

const boundLine = (text: string, most: number): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
};
