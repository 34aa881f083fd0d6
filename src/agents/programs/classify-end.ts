/** How a turn ended, from its stream and its exit (rule 4.1). Exit code 0 and prose of the agent prove nothing. */
import { stripVTControlCharacters } from 'node:util';
import { type AgentError, errorOfStatus } from '../../signals/envelopes/extractor.ts';
import type { Classified, Preset, TurnFacts } from './preset.ts';

/** The same for every program; a preset first interprets its own exit codes. */
export const classifyEnd = ({ said, ended, stderrTail }: TurnFacts): Classified => {
  if (ended.ended === 'missing')
    return { outcome: 'missing', error: errorOfStatus(null, ended.problem ?? 'it did not start') };
  if (ended.ended === 'timed_out') return { outcome: 'timed_out', error: said.error };
  if (said.error !== null) return { outcome: outcomeOf(said.error), error: said.error };
  if (ended.ended === 'cancelled' || ended.exit_code !== 0) {
    return { outcome: 'crashed', error: errorOfStatus(null, lastLine(stderrTail) ?? describeExit(ended)) };
  }
  if (said.said !== null && said.said.trim() !== '') return { outcome: 'ok', error: null };
  return { outcome: said.denials.length > 0 ? 'permission_denied' : 'empty', error: null };
};

/** Adds an error if the stream had none: for programs that report it by exit code. */
export const withError = (facts: TurnFacts, error: AgentError): TurnFacts => ({
  ...facts,
  said: { ...facts.said, error },
});

/** The session that was to be continued is not known any more: the next turn has a fresh one. */
export const withLostSession = (facts: TurnFacts, { lostSession }: Pick<Preset, 'lostSession'>): TurnFacts => {
  const { said, stderrTail } = facts;
  const line = lostSession?.exec(stripVTControlCharacters(stderrTail))?.[0].trim();
  if (line === undefined || said.said !== null || said.usage !== null) return facts;
  const message = `it does not know the session that it was to continue, and the next turn starts a fresh one: ${line}`;
  return withError(facts, errorOfStatus(null, message));
};

const outcomeOf = ({ kind }: AgentError): Classified['outcome'] =>
  kind === 'provider' || kind === 'other' ? 'crashed' : kind;

export const describeExit = ({ exit_code, signal }: TurnFacts['ended']): string =>
  exit_code === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exit_code}`;

const lastLine = (text: string): string | null =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? null;
