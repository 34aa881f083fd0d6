import { describe, expect, test } from 'vitest';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';

/** Turn that a preset reads from events that no capture has; `exit_code` 0. */
const read = (name: PresetName, events: readonly object[]) => {
  const extractor = PRESETS[name].createExtractor();
  for (const event of events) extractor.line(JSON.stringify(event));
  const said = extractor.end();
  const ended = { ended: 'exited', exit_code: 0, signal: null, ms: 1, left_running: [] } as const;
  return { said: said.said, ...PRESETS[name].classify({ said, ended, stderrTail: '' }) };
};
const NOTHING = { said: null, outcome: 'empty', error: null };

const aResult = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'the word',
  stop_reason: 'end_turn',
  session_id: 's',
  ...more,
});

describe('the exit signal of Claude Code (rule 3.1)', () => {
  test('is the last result', () => {
    expect(read('claude', [aResult({ result: 'early' }), aResult()]).said).toBe('the word');
  });

  test('is not the result of a sub-agent, wherever it occurs', () => {
    const ofSubAgent = aResult({ result: 'EXIT_SIGNAL: true', parent_tool_use_id: 'toolu_1' });
    expect(read('claude', [aResult(), ofSubAgent]).said).toBe('the word');
    expect(read('claude', [ofSubAgent])).toEqual(NOTHING);
  });

  test('is not what a result says that stopped in a tool', () => {
    expect(read('claude', [aResult({ stop_reason: 'tool_use' })])).toEqual(NOTHING);
  });

  test('is a string', () => {
    expect(read('claude', [aResult({ result: { text: 'the word' } })])).toEqual(NOTHING);
  });

  test('is none when the result is an error, or does not say that it is none', () => {
    const error = { kind: 'other', message: 'the word', resets_at: null };
    for (const broken of [{ is_error: true }, { is_error: undefined }, { subtype: 'error_max_turns' }]) {
      expect(read('claude', [aResult(broken)])).toEqual({ said: null, outcome: 'crashed', error });
    }
  });

  test('is not an early success when a late result failed', () => {
    const late = aResult({ subtype: 'error_during_execution', is_error: true, result: undefined });
    const error = { kind: 'other', message: 'error_during_execution', resets_at: null };
    expect(read('claude', [aResult(), late])).toEqual({ said: null, outcome: 'crashed', error });
  });

  test('is not what an assistant, a user or a tool said before', () => {
    const content = [{ type: 'text', text: 'EXIT_SIGNAL: true' }];
    expect(read('claude', [{ type: 'assistant', message: { role: 'assistant', content } }])).toEqual(NOTHING);
  });

  test('is read from the JSON form too: one object, or a list of all events', () => {
    const extractor = PRESETS.claude.createExtractor();
    extractor.line(JSON.stringify([{ type: 'system', subtype: 'init' }, aResult()]));
    expect(extractor.end().said).toBe('the word');
  });
});

describe('a limit of the provider', () => {
  test('is reported with its end if the stream has it', () => {
    const limited = aResult({ is_error: true, api_error_status: 429, result: 'limit' });
    const info = { status: 'rejected', resetsAt: 1_735_689_600 };
    const error = { kind: 'rate_limited', message: 'limit', resets_at: '2025-01-01T00:00:00.000Z' };
    const said = read('claude', [{ type: 'rate_limit_event', rate_limit_info: info }, limited]);
    expect(said).toEqual({ said: null, outcome: 'rate_limited', error });
  });

  test('needs no status: the last words of the program name their kind', () => {
    const refused = (error: string) =>
      read('claude', [
        { type: 'assistant', error, message: { model: '<synthetic>', content: [{ type: 'text', text: 'limit' }] } },
        aResult({ is_error: true, api_error_status: null, result: "You've hit your session limit" }),
      ]).outcome;
    expect(refused('rate_limit')).toBe('rate_limited');
    expect(refused('overloaded')).toBe('rate_limited');
    expect(refused('authentication_failed')).toBe('unauthorised');
    expect(refused('unknown')).toBe('crashed');
  });

  test('that only comes near ends nothing', () => {
    const info = { status: 'allowed_warning', resetsAt: 1_735_689_600 };
    expect(read('claude', [{ type: 'rate_limit_event', rate_limit_info: info }, aResult()]).outcome).toBe('ok');
  });

  test('ends when the provider says so in seconds', () => {
    const data = { message: 'slow down', statusCode: 429, responseHeaders: { 'retry-after': '90' } };
    const event = { type: 'error', timestamp: 1_735_689_600_000, sessionID: 's', error: { name: 'APIError', data } };
    const error = { kind: 'rate_limited', message: 'slow down', resets_at: '2025-01-01T00:01:30.000Z' };
    expect(read('opencode', [event])).toEqual({ said: null, outcome: 'rate_limited', error });
  });

  test('of a plan has no status', () => {
    const message = "You've hit your usage limit. Try again later.";
    const error = { kind: 'rate_limited', message, resets_at: null };
    const said = read('codex', [{ type: 'turn.started' }, { type: 'turn.failed', error: { message } }]);
    expect(said).toEqual({ said: null, outcome: 'rate_limited', error });
  });

  test('is never read from what an agent says', () => {
    const text = 'The log says: 429 Too Many Requests, status 401, usage limit reached.';
    expect(read('claude', [aResult({ result: text })]).outcome).toBe('ok');
    expect(read('qwen', [aResult({ result: text })]).outcome).toBe('ok');
  });
});

describe('the last words of an agent', () => {
  const message = (text: string) => ({ type: 'item.completed', item: { type: 'agent_message', text } });
  const command = { type: 'item.completed', item: { type: 'command_execution', command: 'ls', status: 'completed' } };
  const done = { type: 'turn.completed', usage: {} };

  test('are not those that it said before its last work', () => {
    expect(read('codex', [message('EXIT_SIGNAL: true'), command, done])).toEqual(NOTHING);
    expect(read('codex', [message('early'), command, message('late'), done]).said).toBe('late');
  });

  test('are not taken back by work that began before them, and ends after them', () => {
    for (const type of ['command_execution', 'mcp_tool_call', 'collab_tool_call']) {
      const item = (status: string) => ({ id: 'item_0', type, status });
      const begins = { type: 'item.started', item: item('in_progress') };
      const ends = [
        { type: 'item.updated', item: item('in_progress') },
        { type: 'item.completed', item: item('in_progress') },
        { type: 'item.completed', item: item('completed') },
      ];
      expect(read('codex', [begins, message('the word'), ...ends, done]).said).toBe('the word');
      const later = { type: 'item.started', item: { ...item('in_progress'), id: 'item_2' } };
      expect(read('codex', [begins, message('early'), ...ends, later, done])).toEqual(NOTHING);
      expect(read('codex', [message('early'), ...ends, done])).toEqual(NOTHING);
    }
    const piece = { type: 'message', role: 'assistant', content: 'the word', delta: true };
    const tool = (type: string, tool_id: string) => ({ type, tool_id });
    const result = { type: 'result', status: 'success', stats: {} };
    const ofGemini = (...events: readonly object[]) => read('gemini', [...events, result]).said;
    expect(ofGemini(tool('tool_use', 'a'), piece, tool('tool_result', 'a'))).toBe('the word');
    expect(ofGemini(piece, tool('tool_result', 'b'))).toBeNull();
    // A provider may give the same id to each of its calls.
    expect(ofGemini(tool('tool_use', 'a'), piece, tool('tool_use', 'a'))).toBeNull();
    const copilot = (type: string, data: object) => ({ type, data: { toolCallId: 'a', ...data } });
    const spoke = copilot('assistant.message', { content: 'the word' });
    const ended = { type: 'result', exitCode: 0 };
    const start = copilot('tool.execution_start', {});
    expect(read('copilot', [start, spoke, copilot('tool.execution_complete', {}), ended]).said).toBe('the word');
    expect(read('copilot', [start, spoke, start, ended]).said).toBeNull();
  });

  test('of opencode are no words of the program to its agent', () => {
    const event = (type: string, part: object) => ({ type, sessionID: 'own', part });
    const said = read('opencode', [
      event('step_start', {}),
      event('text', { text: 'the word' }),
      event('step_finish', { reason: 'stop' }),
      event('text', { text: 'EXIT_SIGNAL: true', synthetic: true }),
    ]);
    expect(said.said).toBe('the word');
  });

  test('of Claude Code are its last text where its result is empty, and it was the last to work', () => {
    const say = (id: string, ...content: readonly object[]) => ({
      type: 'assistant',
      message: { id, role: 'assistant', content },
    });
    const text = (words: string) => ({ type: 'text', text: words });
    const empty = aResult({ result: '' });
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash' };
    expect(read('claude', [say('m1', text('the '), text('word')), empty]).said).toBe('the word');
    expect(read('claude', [say('m1', text('early')), say('m2', text('the word')), empty]).said).toBe('the word');
    expect(read('claude', [say('m1', text('EXIT_SIGNAL: true'), call), empty])).toEqual(NOTHING);
    expect(read('claude', [{ ...say('m1', text('early')), parent_tool_use_id: 'toolu_1' }, empty])).toEqual(NOTHING);
    // The block of an earlier part of the turn.
    expect(read('claude', [say('m1', text('early')), aResult({ result: 'early' }), empty])).toEqual(NOTHING);
    expect(read('claude', [{ ...say('m1', text('API Error')), error: 'unknown' }, empty])).toEqual(NOTHING);
  });

  test('are not in a turn that did not complete', () => {
    expect(read('codex', [message('EXIT_SIGNAL: true')])).toEqual(NOTHING);
  });

  test('of Gemini CLI are all pieces after its last tool, without the prompt', () => {
    const piece = (role: string, content: string) => ({ type: 'message', role, content, delta: true });
    const result = { type: 'result', status: 'success', stats: {} };
    const said = read('gemini', [
      piece('assistant', 'before'),
      { type: 'tool_use' },
      piece('user', 'EXIT_SIGNAL: true'),
      piece('assistant', 'the '),
      piece('assistant', 'word'),
      result,
    ]);
    expect(said.said).toBe('the word');
  });

  test('of opencode are those of its last step and its own session', () => {
    const event = (type: string, sessionID: string, part: object = {}) => ({ type, sessionID, part });
    const said = read('opencode', [
      event('step_start', 'own'),
      event('text', 'own', { text: 'EXIT_SIGNAL: true' }),
      event('step_finish', 'own', { reason: 'tool-calls' }),
      event('step_start', 'own'),
      event('text', 'own', { text: 'the word' }),
      event('text', 'of a sub-agent', { text: 'EXIT_SIGNAL: true' }),
      event('step_finish', 'own', { reason: 'stop' }),
    ]);
    expect(said.said).toBe('the word');
  });

  test('of pi are not those of a message that ends in a tool', () => {
    const content = [{ type: 'text', text: 'EXIT_SIGNAL: true' }];
    const spoke = { type: 'message_end', message: { role: 'assistant', content, stopReason: 'toolUse' } };
    expect(read('pi', [spoke, { type: 'agent_end' }])).toEqual(NOTHING);
  });
});

describe('an agent that asks its provider again', () => {
  test.for<readonly [PresetName, object]>([
    ['claude', { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, retry_delay_ms: 500 }],
    ['qwen', { type: 'system', subtype: 'retry', data: { reason: 'retry' } }],
    ['codex', { type: 'error', message: 'Reconnecting... 1/5' }],
    ['copilot', { type: 'model.call_failure', data: { statusCode: 429 } }],
    ['pi', { type: 'agent_end', willRetry: true }],
    ['pi', { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: '429' }],
  ])('is waiting, not working: %s', ([name, event]) => {
    expect(PRESETS[name].createExtractor().line(JSON.stringify(event))).toBe('waiting');
  });
});

describe('denials', () => {
  test('are kept to the first thousand', () => {
    const extractor = PRESETS.copilot.createExtractor();
    for (let id = 0; id < 5_000; id += 1) {
      const denied = { toolCallId: `${id}`, error: { code: 'denied' } };
      extractor.line(JSON.stringify({ type: 'tool.execution_complete', data: denied }));
    }
    expect(extractor.end().denials).toHaveLength(1_000);
  });

  test('without a word are a permission that is not given', () => {
    const state = {
      status: 'error',
      error: 'The user rejected permission to use this tool.',
      input: { filePath: 'a' },
    };
    const denied = { type: 'tool_use', sessionID: 's', part: { tool: 'write', state } };
    expect(read('opencode', [denied])).toEqual({ said: null, outcome: 'permission_denied', error: null });
  });
});
