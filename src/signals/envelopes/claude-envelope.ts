/**
 * The stream that Claude Code prints, and Qwen Code after its shape: one `result` object at the end (rule 3.1). Its JSON
 * form, which is that object alone or a list of all events, is read too.
 *
 * @module
 */
import { errorOfStatus, isoOf } from './agent-error.ts';
import type { Activity, AgentError, Extractor } from './extractor.ts';
import { type Fields, listOf, numberOf, objectOf, parseEvent, textOf } from './json-event.ts';
import { usageOf } from './sum-usage.ts';
import { describeCall } from './tool-calls.ts';

/** @param readError - what a result means that claims success and is none; `null` when it is what it claims */
export const createClaudeExtractor = (readError: (result: Fields) => AgentError | null = () => null): Extractor => {
  let session: string | null = null;
  let result: Fields | null = null;
  let resetsAt: string | null = null;

  const see = (event: Fields): Activity => {
    const { type, subtype } = event;
    if (type === 'system') {
      session ??= textOf(event['session_id']);
      return subtype === 'api_retry' ? 'waiting' : 'none';
    }
    if (type === 'rate_limit_event') {
      const { status, resetsAt: seconds } = objectOf(event['rate_limit_info']);
      resetsAt = status === 'rejected' ? isoOf((numberOf(seconds) ?? Number.NaN) * 1000) : null;
      return 'none';
    }
    if (type === 'result' && !isOfSubAgent(event)) result = event;
    return type === 'assistant' || type === 'user' || type === 'stream_event' || type === 'result' ? 'working' : 'none';
  };

  return {
    line: (line) => {
      const event = parseEvent(line);
      if (event !== null) return see(event);
      const activities = parseList(line).map((each) => see(objectOf(each)));
      return activities.at(-1) ?? 'none';
    },
    end: () => {
      if (result === null) return { said: null, usage: null, session, denials: [], error: null };
      const error = readResultError(result, resetsAt) ?? readError(result);
      const isWord = error === null && result['stop_reason'] !== 'tool_use';
      return {
        said: isWord ? textOf(result['result']) : null,
        usage: readUsage(result),
        session: textOf(result['session_id']) ?? session,
        denials: listOf(result['permission_denials'])
          .map(objectOf)
          .map((denial) => describeCall(textOf(denial['tool_name']), objectOf(denial['tool_input']))),
        error,
      };
    },
  };
};

const isOfSubAgent = (event: Fields): boolean => textOf(event['parent_tool_use_id']) !== null;

const parseList = (line: string): readonly unknown[] => {
  if (!line.startsWith('[')) return [];
  try {
    return listOf(JSON.parse(line));
  } catch {
    return [];
  }
};

const readResultError = (result: Fields, resetsAt: string | null): AgentError | null => {
  const text = textOf(result['result']) ?? textOf(objectOf(result['error'])['message']);
  // Also with subtype "success": so it ends when the provider refuses.
  if (result['is_error'] !== false) {
    const status = numberOf(result['api_error_status']);
    return errorOfStatus(status, text ?? textOf(result['subtype']) ?? 'it ended with an error', resetsAt);
  }
  if (result['subtype'] === 'success') return null;
  return errorOfStatus(null, text ?? textOf(result['subtype']) ?? 'its result has no subtype');
};

const readUsage = (result: Fields) => {
  const usage = objectOf(result['usage']);
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  // Qwen counts what came from the cache among its input already, and names the total.
  const read = numberOf(usage['total_tokens']) === null ? input : ['input_tokens'];
  return usageOf(
    read.reduce((sum, name) => sum + (numberOf(usage[name]) ?? 0), 0),
    numberOf(usage['output_tokens']) ?? 0,
    numberOf(result['total_cost_usd']),
  );
};
