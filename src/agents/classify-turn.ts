/**
 * How a turn ended (RULES 4.1): what we did to the agent first, then what its preset makes of its end, and never better
 * than its exit code.
 *
 * @module
 */
import type { Turn } from '../../gates/iteration.ts';
import type { ProcessEnd } from '../processes/process-options.ts';
import { plainLine } from '../text/plain-line.ts';
import { boundError } from './bound-extract.ts';
import type { AgentError } from '../signals/envelopes/extractor.ts';
import type { Preset } from '../agent-programs/preset.ts';
import type { Heard } from './turn-listener.ts';

type Ending = Pick<Turn, 'outcome' | 'exit_code' | 'which' | 'error'>;

/** @param isIdle - the turn was cancelled because nothing was heard any more */
export const classifyTurn = (
  end: ProcessEnd,
  heard: Heard,
  { preset, isIdle }: { readonly preset: Preset | null; readonly isIdle: boolean },
): Ending => {
  const { ended, exit_code } = end;
  const told = errorOf(heard.extracted?.error ?? null);
  if (ended === 'missing') return { outcome: 'missing', exit_code };
  if (ended === 'timed_out') return { outcome: 'timed_out', exit_code, which: 'wall', ...told };
  if (ended === 'cancelled' && isIdle) return { outcome: 'timed_out', exit_code, which: 'idle', ...told };
  if (ended === 'cancelled') return { outcome: 'crashed', exit_code: null, ...told };
  if (ended === 'flooded') {
    const message = end.problem ?? 'it printed too much';
    return { outcome: 'crashed', exit_code: null, error: boundError({ kind: 'other', message, resets_at: null }) };
  }
  if (preset === null || heard.extracted === null) {
    if (exit_code !== 0) return { outcome: 'crashed', exit_code, ...errorOf(lastLineOf(heard.stderrTail)) };
    return { outcome: heard.saysSomething ? 'ok' : 'empty', exit_code };
  }
  const { outcome, error } = preset.classify({ said: heard.extracted, ended: end, stderrTail: heard.stderrTail });
  // A process that did not end well has no word (RULES 3.2), whatever its events claim.
  const claimsWell = outcome === 'ok' || outcome === 'empty';
  const isCrash = outcome === 'crashed' || (claimsWell && exit_code !== 0);
  const why = isCrash ? (error ?? lastLineOf(heard.stderrTail)) : error;
  return { outcome: isCrash ? 'crashed' : outcome, exit_code, ...errorOf(why) };
};

/** Not the end of a stack of calls. */
const tells = (line: string): boolean => /[\p{L}]{3}/u.test(plainLine(line)) && !/^\s*at |^Node\.js v\d/.test(line);

/** Of a crash that tells nothing else: what stderr ends with is what a person wants to read in the morning. */
const lastLineOf = (stderr: string): AgentError | null => {
  const message = stderr.split(/[\r\n]+/).findLast(tells);
  return message === undefined ? null : { kind: 'other', message: plainLine(message), resets_at: null };
};

const errorOf = (error: AgentError | null): Pick<Turn, 'error'> => (error === null ? {} : { error: boundError(error) });
