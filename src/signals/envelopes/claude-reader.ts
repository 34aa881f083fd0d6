/**
 * What Claude Code prints as JSON — one object, a list, or a stream of events — down to the last words of the agent, which
 * alone are read for a signal (RULES 3.1).
 *
 * @module
 */
import type { Signal } from '../../../gates/iteration.ts';
import { noSignal } from '../../blocks/no-signal.ts';
import { createClaudeExtractor } from './claude-envelope.ts';
import { objectOf } from './json-event.ts';
import { joinJson } from './join-json.ts';
import { readAgentOutput } from './read-agent-output.ts';

/** @param read - the signal of the last words; `dialect` is the one that is told when there are none */
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
    write: (chunk: Buffer): void => output.write(Buffer.from(chunk)),
    end: (): Signal => {
      const { said } = output.end();
      return said === null ? noSignal(hasEnded ? 'agent_failed' : 'no_result', dialect) : read(said);
    },
  };
};

/** Whether the turn came to an end at all: a stream that was cut has no result. */
const holdsResult = (line: string): boolean => {
  if (!line.includes('"result"')) return false;
  const value: unknown = JSON.parse(line);
  return (Array.isArray(value) ? value : [value]).some((event) => objectOf(event)['type'] === 'result');
};
