/** GitHub Copilot CLI (`copilot`), measured with 1.0.102. */
import {
  errorOfProvider,
  type Activity,
  type AgentError,
  type Extractor,
  type Fields,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  createCallLog,
  describeCall,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd } from './classify-end.ts';
import { createLastMessage } from '../../signals/envelopes/claude-envelope.ts';
import { argvOf, type Preset } from './preset.ts';

export const copilot: Preset<'copilot'> = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  recorded: '1.0.102',
  program: 'copilot',
  unreported: ['cost', 'tokens'],
  argv: argvOf({
    first: '--output-format json --no-ask-user',
    // With `=`: these options would consume the next word.
    permissions: {
      ask: [],
      edit: ['--allow-tool=write', '--allow-tool=shell'],
      all: ['--allow-all'],
    },
    model: '--model',
    resume: '--resume=',
  }),
  env: { COPILOT_AUTO_UPDATE: 'false' },
  state: [{ path: '.copilot', settings: ['mcp-config.json', 'agents'] }],
  createExtractor: () => createCopilotExtractor(),
  lostSession: /^Error: No session, task, or name matched\b.*$/m,
  classify: classifyEnd,
};

const createCopilotExtractor = (): Extractor => {
  const calls = createCallLog();
  const message = createLastMessage();
  let error: AgentError | null = null;
  let result: Fields | null = null;

  const see = (event: Fields): Activity => {
    const data = objectOf(event['data']);
    switch (event['type']) {
      case 'assistant.message':
        if (!isOfSubAgent(event, data)) message.say(textOf(data['content']));
        return 'working';
      case 'tool.execution_start':
        if (!isOfSubAgent(event, data)) message.beginWork(textOf(data['toolCallId']));
        calls.start(String(data['toolCallId']), describeCall(textOf(data['toolName']), objectOf(data['arguments'])));
        return 'working';
      case 'tool.execution_complete':
        calls.end(String(data['toolCallId']), objectOf(data['error'])['code'] === 'denied');
        return 'working';
      case 'assistant.message_delta':
      case 'assistant.tool_call_delta':
      case 'tool.execution_partial_result':
        return 'working';
      case 'model.call_failure':
        return 'waiting';
      case 'session.error':
        error = readError(data);
        return 'none';
      case 'result':
        result = event;
        return 'over';
      default:
        return 'none';
    }
  };
  return {
    line: (line) => see(parseEvent(line) ?? {}),
    end: () => ({
      said: result !== null && result['exitCode'] === 0 && error === null ? message.text() : null,
      // It reports requests, not tokens.
      usage: null,
      session: result === null ? null : textOf(result['sessionId']),
      denials: calls.denials(),
      error,
    }),
  };
};

const isOfSubAgent = (event: Fields, data: Fields): boolean =>
  textOf(data['parentToolCallId']) !== null || textOf(event['agentId']) !== null;

const KINDS: Readonly<Record<string, number>> = {
  authentication: 401,
  authorization: 403,
  rate_limit: 429,
  quota: 429,
};

const readError = ({ errorType, message, statusCode }: Fields): AgentError => {
  const status = numberOf(statusCode) ?? KINDS[String(errorType)] ?? null;
  return errorOfProvider(status, textOf(message) ?? 'it failed');
};
