/** An agent's report of its turn, cut for a record. Untrusted: bounded lines, and no id that looks like an option. */
import type { Turn, TurnError, TurnUsage } from '../../gates/iteration.ts';
import type { AgentError, Extracted } from '../signals/envelopes/extractor.ts';
import { plainLine } from '../base/text/plain-line.ts';

const MAX_MESSAGE = 400;
const MAX_DENIALS = 20;
const MAX_DENIAL = 200;
const SESSION = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/;

/** The optional parts of a turn; unknown ones are absent. */
export const boundExtract = ({ usage, denials, session }: Extracted): Pick<Turn, 'usage' | 'denials' | 'session'> => ({
  ...(usage === null ? {} : { usage: boundUsage(usage) }),
  ...(denials.length === 0 ? {} : { denials: boundDenials(denials) }),
  ...(session === null || !SESSION.test(session) ? {} : { session }),
});

/** One line of at most 400 characters; an invalid time is dropped. */
export const boundError = ({ kind, message, resets_at }: AgentError): TurnError => {
  const at = resets_at === null ? Number.NaN : Date.parse(resets_at);
  return { kind, message: plainLine(message, MAX_MESSAGE), resets_at: Number.isNaN(at) ? null : resets_at };
};

/** An invalid amount is dropped: usage never lowers the sum of a run, and a ledger holds no infinity. */
const boundUsage = ({ input_tokens, output_tokens, cost_usd }: TurnUsage): TurnUsage => ({
  input_tokens: isAmount(input_tokens) ? Math.round(input_tokens) : 0,
  output_tokens: isAmount(output_tokens) ? Math.round(output_tokens) : 0,
  // To a millionth, so that sums of binary fractions stay readable.
  cost_usd: cost_usd !== null && isAmount(cost_usd) ? Math.round(cost_usd * 1e6) / 1e6 : null,
});

const MAX_AMOUNT = 1e12;
const isAmount = (value: number): boolean => value >= 0 && value <= MAX_AMOUNT;

const boundDenials = (denials: readonly string[]): readonly string[] => {
  const shown = denials.slice(0, MAX_DENIALS).map((denial) => plainLine(denial, MAX_DENIAL));
  return denials.length > MAX_DENIALS ? [...shown, `and ${denials.length - MAX_DENIALS} more`] : shown;
};
