/** The JSON output of Claude Code, down to the agent's last message: only that is read for a signal (rule 3.1). */
import type { Signal } from '../../../gates/iteration.ts';
import { noSignal } from '../blocks/block-fields.ts';
import { createClaudeExtractor } from './claude-envelope.ts';
import { objectOf, readAgentOutput, type Extractor } from './extractor.ts';
import { isJson } from '../../base/text/parse-json.ts';

/** @param read - the signal of the last message; `dialect` is reported when there is none */
export const createClaudeReader = (read: (said: string) => Signal, dialect: string | null) => {
  const extractor = createClaudeExtractor();
  let hasEnded = false;
  const output = readAgentOutput(
    joinJson({
      line: (line) => {
        hasEnded ||= holdsResult(line);
        return extractor.line(line);
      },
      end: extractor.end,
    }),
  );
  return {
    // A copy: what is not yet a line is kept, and the chunk is its writer's again.
    write: (chunk: Uint8Array): void => output.write(Uint8Array.from(chunk)),
    end: (): Signal => {
      const { said } = output.end();
      return said === null ? noSignal(hasEnded ? 'agent_failed' : 'no_result', dialect) : read(said);
    },
  };
};

const holdsResult = (line: string): boolean => {
  if (!line.includes('"result"')) return false;
  const value: unknown = JSON.parse(line);
  return (Array.isArray(value) ? value : [value]).some((event) => objectOf(event)['type'] === 'result');
};

/** UTF-16 units. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * JSON that is spread over several lines, handed on as one line: what begins at the start of a line with a brace or a
 * bracket, and ends with one there. JSON without an end is dropped, never repaired (rule 3.1).
 */
const joinJson = (inner: Extractor): Extractor => {
  let pending: string[] | null = null;
  let length = 0;

  const take = (text: string): boolean => {
    if (!isJson(text)) return false;
    inner.line(text);
    pending = null;
    return true;
  };
  return {
    line: (raw) => {
      const line = raw.trimEnd();
      if (/^[{[]/.test(line)) {
        if (/[}\]],?$/.test(line) && take(line.replace(/,$/, ''))) return 'none';
        pending = [line];
        length = line.length;
      } else if (pending !== null) {
        length += line.length + 1;
        if (length > MAX_LENGTH) pending = null;
        else {
          pending.push(line);
          if (/^[}\]],?$/.test(line)) take(pending.join('\n').replace(/,$/, ''));
        }
      }
      return 'none';
    },
    end: () => inner.end(),
  };
};
