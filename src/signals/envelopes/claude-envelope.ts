/** The stream of Claude Code and Qwen Code: one `result` object at the end (rule 3.1), alone or in a list of events. */
import {
  errorOfStatus,
  sumOf,
  isoOf,
  type Activity,
  type AgentError,
  type Extractor,
  type Fields,
  listOf,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  usageOf,
  createCallLog,
  describeCall,
} from './extractor.ts';
import { parseJson } from '../../base/text/parse-json.ts';

/** Ids in one turn; beyond it, work that continues counts as work that begins. */
const MAX_IDS = 10_000;
const MAX_TEXT = 8 * 1024 * 1024;

/** The words of an agent since its last work began (rule 3.1). Work from before that continues takes nothing away. */
export const createLastMessage = () => {
  const begun = new Set<string>();
  let text = '';
  let isTooLong = false;
  const say = (said: string | null): void => {
    [text, isTooLong] = [said ?? '', false];
  };
  const beginWork = (id: string | null): void => {
    say(null);
    if (id !== null && begun.size < MAX_IDS) begun.add(id);
  };
  return {
    /** A whole message of the agent's own, in place of the one before; `null` for one without words. */
    say,
    /** A message that grows too long has no words. */
    append: (piece: string): void => {
      if (isTooLong) return;
      text += piece;
      if (text.length > MAX_TEXT) [text, isTooLong] = ['', true];
    },
    /** @param id - by which it is known later; a provider may give one twice */
    beginWork,
    /** It begins here if it was never seen to begin. */
    goOn: (id: string | null): void => {
      if (id === null || !begun.has(id)) beginWork(id);
    },
    startAnew: (): void => {
      say(null);
      begun.clear();
    },
    /** `null` where it said nothing. */
    text: (): string | null => (text === '' ? null : text),
  };
};

/**
 * The last result has the words, and all count for usage and denials: a background command may end after the first.
 * @param readError - what a result means that only this program prints; `null` when it is what it claims
 */
export const createClaudeExtractor = (readError: (result: Fields) => AgentError | null = () => null): Extractor => {
  const calls = createCallLog();
  const message = createLastMessage();
  const used = { input: 0, output: 0, cost: 0 };
  let messageId: unknown;
  let session: string | null = null;
  let result: Fields | null = null;
  /** Said before the result, in the same part of the turn. */
  let words: string | null = null;
  let refusal: string | null = null;
  let resetsAt: string | null = null;

  const seeAssistant = (event: Fields): void => {
    const { id, model, content } = objectOf(event['message']);
    refusal = textOf(event['error']);
    // Its own words about an error are no message of the agent.
    if (refusal !== null || model === '<synthetic>') return;
    for (const block of listOf(content).map(objectOf)) {
      if (block['type'] === 'tool_use') message.beginWork(textOf(block['id']));
      if (block['type'] !== 'text') continue;
      if (id === undefined || id !== messageId) message.say(null);
      messageId = id;
      message.append(textOf(block['text']) ?? '');
    }
  };
  const seeResult = (event: Fields): void => {
    result = event;
    words = message.text();
    message.startAnew();
    const { input, output } = readTokens(event);
    used.input += input;
    used.output += output;
    // The total of the session, where the tokens are those of this part.
    used.cost = Math.max(used.cost, numberOf(event['total_cost_usd']) ?? 0);
    for (const denial of listOf(event['permission_denials']).map(objectOf))
      calls.deny(describeCall(textOf(denial['tool_name']), objectOf(denial['tool_input'])));
  };
  const see = (event: Fields): Activity => {
    const { type, subtype } = event;
    switch (type) {
      case 'system':
        session ??= textOf(event['session_id']);
        return subtype === 'api_retry' || subtype === 'retry' ? 'waiting' : 'none';
      case 'rate_limit_event': {
        const { status, resetsAt: seconds } = objectOf(event['rate_limit_info']);
        resetsAt = status === 'rejected' ? isoOf((numberOf(seconds) ?? Number.NaN) * 1000) : null;
        return 'none';
      }
      case 'assistant':
        if (!isOfSubAgent(event)) seeAssistant(event);
        return 'working';
      case 'result':
        if (isOfSubAgent(event)) return 'working';
        seeResult(event);
        return 'over';
      case 'user':
      case 'stream_event':
        return 'working';
      default:
        return 'none';
    }
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
      const error = readError(result) ?? readResultError(result, refusal, resetsAt);
      const isWord = error === null && result['stop_reason'] !== 'tool_use';
      return {
        // A hook of the user's can empty the result, and no word of the agent.
        said: isWord ? (textOf(result['result']) ?? (result['result'] === '' ? words : null)) : null,
        usage: usageOf(used.input, used.output, used.cost),
        session: textOf(result['session_id']) ?? session,
        denials: calls.denials(),
        error,
      };
    },
  };
};

const isOfSubAgent = (event: Fields): boolean => textOf(event['parent_tool_use_id']) !== null;

const parseList = (line: string): readonly unknown[] => (line.startsWith('[') ? listOf(parseJson(line)) : []);

/** Its names for an error that has no status, such as the limit of a plan. */
const STATUS_OF_REFUSAL: Readonly<Record<string, number>> = {
  authentication_failed: 401,
  oauth_org_not_allowed: 401,
  account_on_hold: 402,
  verification_required: 403,
  billing_error: 402,
  rate_limit: 429,
  overloaded: 529,
  server_error: 500,
};

/** @param refusal - the kind of error that its last words named */
const readResultError = (result: Fields, refusal: string | null, resetsAt: string | null): AgentError | null => {
  const text =
    textOf(result['result']) ?? textOf(objectOf(result['error'])['message']) ?? textOf(listOf(result['errors'])[0]);
  // Also with subtype "success": so it ends when the provider refuses.
  if (result['is_error'] !== false) {
    const status = numberOf(result['api_error_status']) ?? STATUS_OF_REFUSAL[refusal ?? ''] ?? null;
    return errorOfStatus(status, text ?? textOf(result['subtype']) ?? 'it ended with an error', resetsAt);
  }
  if (result['subtype'] === 'success') return null;
  return errorOfStatus(null, text ?? textOf(result['subtype']) ?? 'its result has no subtype');
};

const readTokens = (result: Fields): { readonly input: number; readonly output: number } => {
  const usage = objectOf(result['usage']);
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
  // Qwen counts what came from the cache among its input already, and names the total.
  const read = numberOf(usage['total_tokens']) === null ? input : ['input_tokens'];
  return {
    input: sumOf(usage, ...read),
    output: numberOf(usage['output_tokens']) ?? 0,
  };
};
