/**
 * Turn that each preset reads from each captured stream, in whole values, and the exit code that the program really ended with.
 */
import type { AgentError, Extracted, Usage } from '../../../src/signals/envelopes/extractor.ts';
import type { Classified } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import type { CaseName } from '../real/cases.ts';

export interface Expected {
  readonly exit_code: number;
  readonly extracted: Extracted;
  readonly classified: Classified;
}

const DONE = [
  'Done.',
  '',
  '---PRP_PHASE_STATUS---',
  'PHASE: RED',
  'ITERATION: 2',
  'NONCE: n-123',
  'STATUS: COMPLETE',
  'BLOCKERS:',
  '  - none',
  'EXIT_SIGNAL: true',
  'RECOMMENDATION: as asked',
  '---END_PRP_PHASE_STATUS---',
].join('\n');
const LOOKED = 'I looked at the claim.';

/** The model's tokens for so many requests: 100 in and 20 out each. */
const requests = (count: number, cost_usd: number | null = null): Usage => ({
  input_tokens: 100 * count,
  output_tokens: 20 * count,
  cost_usd,
});

const said = (text: string | null, usage: Usage | null, more: Partial<Extracted> = {}): Expected => ({
  exit_code: 0,
  extracted: { said: text, usage, session: 'session-1', denials: [], error: null, ...more },
  classified: { outcome: text === null ? 'empty' : 'ok', error: null },
});

const OUTCOMES = {
  unauthorised: 'unauthorised',
  rate_limited: 'rate_limited',
  permission_denied: 'permission_denied',
  provider: 'crashed',
  other: 'crashed',
} as const;

const failed = (
  exit_code: number,
  kind: AgentError['kind'],
  message: string,
  more: Partial<Extracted> = {},
  resets_at: string | null = null,
): Expected => {
  const error = { kind, message, resets_at };
  return {
    exit_code,
    extracted: { said: null, usage: null, session: 'session-1', denials: [], error, ...more },
    classified: { outcome: OUTCOMES[kind], error },
  };
};

/** Gemini tells a status by its exit code alone. */
/** Its error is on stderr alone. */
const failedAtEnd = (exit_code: number, kind: AgentError['kind'], message: string): Expected => {
  const { extracted, ...rest } = failed(exit_code, kind, message);
  return { ...rest, extracted: { ...extracted, error: null } };
};

const failedByExit = (exit_code: number, kind: AgentError['kind'], message: string): Expected => {
  const { classified } = failed(exit_code, kind, message);
  return { ...failed(exit_code, 'provider', message), classified };
};

const withoutSession = (expected: Expected): Expected => ({
  ...expected,
  extracted: { ...expected.extracted, session: null },
});

const WRITE_NONCE = 'echo "$DUALGATE_NONCE" > nonce.txt; cat README.md';
const WRITE_HELLO = "printf '%s' 'hello\n' > 'hello.txt'";

/** The version that `EXPECTED` is of. */
export const FIRST_MEASURED: Readonly<Record<PresetName, string>> = {
  claude: '2.1.197',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.15.10',
  opencode: '1.18.33',
  copilot: '1.0.102',
  cline: '3.0.65',
  pi: '0.73.1',
  kilo: '7.7.7',
  continue: '1.5.47',
};

export const EXPECTED: Readonly<Record<PresetName, Readonly<Record<CaseName, Expected>>>> = {
  claude: {
    honest: said(DONE, requests(3, 0.0018000000000000002)),
    echo: said(LOOKED, requests(2, 0.0012000000000000001)),
    api_401: failed(1, 'unauthorised', 'Failed to authenticate. API Error: 401 Incorrect API key provided'),
    api_429: failed(1, 'rate_limited', 'API Error: Request rejected (429) · Rate limit reached'),
    api_500: failed(
      1,
      'provider',
      'API Error: 500 The server had an error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:8080).',
    ),
    denied: said(DONE, requests(3, 0.0018000000000000002), {
      denials: ['Write: /home/agent/work/hello.txt', `Bash: ${WRITE_NONCE}`],
    }),
    empty: said(null, requests(2, 0.0012000000000000001)),
  },
  codex: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failed(
      1,
      'unauthorised',
      'unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:8080/v1/responses',
    ),
    api_429: failed(1, 'rate_limited', 'exceeded retry limit, last status: 429 Too Many Requests'),
    api_500: failed(1, 'provider', 'We’re currently experiencing high demand, which may cause temporary errors.'),
    // Its sandbox is read-only then: a failure in it looks like that of a command, without a denial.
    denied: said(DONE, requests(3)),
    empty: said(null, requests(1)),
  },
  gemini: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failedByExit(
      145,
      'unauthorised',
      '[API Error: {"error":{"code":401,"message":"Incorrect API key provided","status":"UNAUTHENTICATED"}}]',
    ),
    api_429: failedByExit(
      173,
      'rate_limited',
      '[API Error: Rate limit reached]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method',
    ),
    api_500: failedByExit(
      244,
      'provider',
      '[API Error: {"error":{"code":500,"message":"The server had an error","status":"INTERNAL"}}]',
    ),
    denied: {
      exit_code: 55,
      extracted: { said: null, usage: null, session: null, denials: [], error: null },
      classified: {
        outcome: 'permission_denied',
        error: { kind: 'permission_denied', message: 'the folder is not trusted', resets_at: null },
      },
    },
    empty: failed(
      0,
      'provider',
      'The model returned an empty response with no text or thoughts. This may be a transient API issue; please try again.',
      { usage: requests(1) },
    ),
  },
  qwen: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failed(0, 'unauthorised', '[API Error: 401 Incorrect API key provided]'),
    api_429: failed(
      0,
      'rate_limited',
      '[API Error: 429 Rate limit reached]\nPossible quota limitations in place or slow response times detected. Please wait and try again later.',
    ),
    api_500: failed(0, 'provider', '[API Error: 500 The server had an error]'),
    denied: said(
      'No tool runs commands: tool_search, agent, task_stop, send_message, skill, list_directory, read_file, grep_search, glob, todo_write, web_fetch',
      requests(2),
    ),
    empty: failed(0, 'provider', '[API Error: Model stream ended with empty response text.]', { usage: requests(3) }),
  },
  opencode: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failed(1, 'unauthorised', 'Incorrect API key provided'),
    // One second after the stream's own time, as `retry-after` says.
    api_429: failed(1, 'rate_limited', 'Rate limit reached', {}, '2026-11-21T05:49:08.741Z'),
    api_500: failed(1, 'provider', 'The server had an error'),
    // Its own defaults allow it.
    denied: said(DONE, requests(3)),
    empty: said(null, requests(1)),
  },
  copilot: {
    honest: said(DONE, null),
    echo: said(LOOKED, null),
    api_401: failed(
      1,
      'unauthorised',
      'Authentication failed with provider at http://127.0.0.1:8080/v1 (HTTP 401).\n  Check your COPILOT_PROVIDER_API_KEY, COPILOT_PROVIDER_API_KEY_COMMAND, or COPILOT_PROVIDER_BEARER_TOKEN.',
    ),
    api_429: failed(
      1,
      'rate_limited',
      'Failed to get response from the AI model; retried 5 times (total retry wait time: 5.39 seconds) Last error: 429 Rate limit reached',
    ),
    api_500: failed(
      1,
      'provider',
      'Failed to get response from the AI model; retried 5 times (total retry wait time: 14.99 seconds) Last error: 500 The server had an error',
    ),
    denied: said(DONE, null, { denials: [`bash: ${WRITE_HELLO}`, `bash: ${WRITE_NONCE}`] }),
    empty: failed(1, 'provider', 'No response was returned. Send your message again to retry.'),
  },
  cline: {
    honest: withoutSession(said(DONE, requests(3))),
    echo: withoutSession(said(LOOKED, requests(2))),
    api_401: withoutSession(failed(1, 'unauthorised', 'Incorrect API key provided')),
    // It tells neither the status nor a kind.
    api_429: withoutSession(failed(1, 'provider', 'Rate limit reached')),
    api_500: withoutSession(failed(1, 'provider', 'The server had an error')),
    denied: withoutSession(
      said(DONE, requests(3), { denials: [`run_commands: ${WRITE_HELLO}`, `run_commands: ${WRITE_NONCE}`] }),
    ),
    empty: withoutSession(failed(1, 'provider', 'Model returned empty response', { usage: requests(3) })),
  },
  kilo: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failed(1, 'unauthorised', 'Incorrect API key provided'),
    // One second after the stream's own time, as `retry-after` says.
    api_429: failed(1, 'rate_limited', 'Rate limit reached', {}, '2026-11-29T07:31:04.748Z'),
    api_500: failed(1, 'provider', 'The server had an error'),
    denied: said(DONE, requests(3)),
    empty: failed(1, 'other', 'run ended without an assistant message; the model returned no output', {
      usage: requests(1),
    }),
  },
  continue: {
    honest: withoutSession(said(DONE, null)),
    echo: withoutSession(said(LOOKED, null)),
    api_401: withoutSession(failedAtEnd(1, 'unauthorised', '401 Incorrect API key provided')),
    api_429: withoutSession(failedAtEnd(1, 'rate_limited', '429 Rate limit reached')),
    api_500: withoutSession(failedAtEnd(1, 'provider', '500 The server had an error')),
    // It has no tool that edits then, and its shell asks nobody.
    denied: withoutSession(said(DONE, null)),
    empty: withoutSession(said(null, null)),
  },
  pi: {
    honest: said(DONE, requests(3)),
    echo: said(LOOKED, requests(2)),
    api_401: failed(0, 'unauthorised', '401 Incorrect API key provided'),
    api_429: failed(0, 'rate_limited', '429 Rate limit reached'),
    api_500: failed(0, 'provider', '500 The server had an error'),
    denied: said('No tool runs commands: read, grep, find, ls', requests(1)),
    empty: said(null, requests(1)),
  },
};

/** Rest of a turn that was to continue a session which is gone. */
const lost = (exit_code: number, line: string, said: Partial<Extracted> = {}): Expected => {
  const message = `it does not know the session that it was to continue, and the next turn starts a fresh one: ${line}`;
  return {
    exit_code,
    extracted: { said: null, usage: null, session: null, denials: [], error: null, ...said },
    classified: { outcome: 'crashed', error: { kind: 'other', message, resets_at: null } },
  };
};

const GONE = '5b6c3d1e-0000-4000-8000-000000000000';
const LOST_GEMINI = lost(42, 'Error resuming session: No previous sessions found for this project.');
const LOST_OPENCODE = lost(1, 'Error: Session not found');
const LOST_COPILOT = lost(1, `Error: No session, task, or name matched '${GONE}'.`);
const LATE_429 = failed(1, 'rate_limited', 'Rate limit reached');

/** OpenAI's body of an error, as it comes. */
const body = (status: number, message: string): string =>
  `${status}: {"message":"${message}","type":"scripted_failure","code":"${status}"}`;

/** It tells why its exit code is 1. */
const overcome = (said: string): Expected => {
  const error: AgentError = { kind: 'other', message: 'Request Entity Too Large', resets_at: null };
  const message = `its exit code is that of an error which it overcame: ${error.message}`;
  return {
    exit_code: 1,
    extracted: { said, usage: requests(5), session: 'session-1', denials: [], error: null, overcome: error },
    classified: { outcome: 'ok', error: { ...error, message }, isExplained: true },
  };
};

/** Cases that other versions read otherwise, and cases of their own. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  'claude 2.1.332': {
    honest: said(DONE, requests(3, 0.0012000000000000001)),
    echo: said(LOOKED, requests(2, 0.0008)),
    denied: said(DONE, requests(3, 0.0012000000000000001), {
      denials: ['Write: /home/agent/work/hello.txt', `Bash: ${WRITE_NONCE}`],
    }),
    empty: said(null, requests(2, 0.0008)),
    lost: lost(1, `No conversation found with session ID: ${GONE}`, {
      session: 'session-1',
      error: { kind: 'other', message: 'No conversation found with session ID: session-1', resets_at: null },
    }),
    // Its result is empty.
    stop_hook: said(DONE, requests(9, 0.0036000000000000008)),
    // It stays after this.
    background: said('FIRST WORDS', requests(2, 0.0016), { session: '82f9f4d0-fb76-4bd4-b24f-935ad43c712a' }),
    two_results: said('SECOND WORDS', requests(4, 0.0032), {
      denials: ['Write: /etc/zzz-denied.txt'],
      session: '3818397e-0098-4c8c-a33a-dee37b1c4d5c',
    }),
  },
  'codex 0.169.0': {
    late_command: said('LAST WORDS', { input_tokens: 10, output_tokens: 6, cost_usd: null }, { session: 't' }),
  },
  'codex 0.171.0': {
    lost: lost(1, `Error: thread/resume: thread/resume failed: no rollout found for thread id ${GONE} (code -32600)`),
  },
  'gemini 0.58.0': { lost: LOST_GEMINI },
  'gemini 0.61.0': { lost: LOST_GEMINI },
  'qwen 0.24.4': {
    api_401: { ...EXPECTED.qwen.api_401, exit_code: 1 },
    api_429: { ...EXPECTED.qwen.api_429, exit_code: 1 },
    api_500: { ...EXPECTED.qwen.api_500, exit_code: 1 },
    denied: said(
      'No tool runs commands: agent, get_goal, glob, grep_search, list_agents, read_file, skill, tool_call, tool_search, update_goal',
      requests(3),
    ),
    empty: failed(1, 'provider', '[API Error: Model stream ended with empty response text.]', { usage: requests(5) }),
    lost: lost(
      1,
      `No saved session found with ID ${GONE}. Run \`qwen --resume\` without an ID to choose from existing sessions.`,
    ),
  },
  'opencode 1.18.31': {
    api_429: failed(1, 'rate_limited', 'Rate limit reached', {}, '2026-11-28T21:09:01.060Z'),
    lost: LOST_OPENCODE,
    late_429: LATE_429,
    overcome: overcome('A summary.'),
  },
  'opencode 1.18.33': { lost: LOST_OPENCODE, late_429: LATE_429, overcome: overcome('A summary.') },
  'copilot 1.0.92': {
    api_500: failed(
      1,
      'provider',
      'Failed to get response from the AI model; retried 5 times (total retry wait time: 15.68 seconds) Last error: 500 The server had an error',
    ),
    lost: LOST_COPILOT,
  },
  'copilot 1.0.102': { lost: LOST_COPILOT },
  'kilo 7.7.2': {
    api_429: failed(1, 'rate_limited', 'Rate limit reached', {}, '2026-11-29T08:28:39.295Z'),
    lost: LOST_OPENCODE,
  },
  'kilo 7.7.7': { lost: LOST_OPENCODE },
  'pi 1.6.0': {
    api_401: failed(0, 'unauthorised', body(401, 'Incorrect API key provided')),
    api_429: failed(0, 'rate_limited', body(429, 'Rate limit reached')),
    api_500: failed(0, 'provider', body(500, 'The server had an error')),
    lost: lost(1, `No session found matching '${GONE}'`),
  },
};

/** The facts of one recording. */
export const expectedOf = (name: PresetName, version: string, each: string): Expected => {
  const common: Readonly<Record<string, Expected>> = EXPECTED[name];
  const expected = OTHERWISE[`${name} ${version}`]?.[each] ?? common[each];
  if (expected === undefined) throw new Error(`Nothing is expected of ${name} ${version}: ${each}`);
  return expected;
};
