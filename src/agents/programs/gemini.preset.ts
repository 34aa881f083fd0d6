/** Gemini CLI (`gemini`), measured with 0.61.0. Its exit code is the provider's HTTP status modulo 256. */
import {
  errorOfProvider,
  errorOfStatus,
  type Activity,
  type AgentError,
  type Extractor,
  type Usage,
  type Fields,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  usageOf,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd, withError } from './classify-end.ts';
import { createLastMessage } from '../../signals/envelopes/claude-envelope.ts';
import { argvOf, type Preset } from './preset.ts';

const STATUS_OF_EXIT: Readonly<Record<number, number>> = Object.fromEntries(
  [401, 402, 403, 429, 500, 502, 503, 504].map((status) => [status % 256, status]),
);
const UNTRUSTED_FOLDER = 55;
const AUTH_NOT_SET = 41;

export const gemini: Preset<'gemini'> = {
  name: 'gemini',
  title: 'Gemini CLI',
  recorded: '0.61.0',
  program: 'gemini',
  unreported: ['cost'],
  argv: argvOf({
    first: '-o stream-json',
    // In an untrusted folder it does not start without `--skip-trust`.
    permissions: {
      ask: [],
      edit: ['--skip-trust', '--approval-mode', 'auto_edit', '--allowed-tools=run_shell_command'],
      all: ['--skip-trust', '--approval-mode', 'yolo'],
    },
    model: '-m',
    resume: '--resume',
  }),
  // Without it, a child process does the work, and ending the parent does not end it.
  env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  state: [
    { path: '.gemini', settings: ['settings.json', 'trustedFolders.json', 'GEMINI.md', 'commands', 'extensions'] },
  ],
  createExtractor: () => createGeminiExtractor(),
  lostSession: /^Error resuming session\b.*$/m,
  classify: (facts) => {
    const { ended, said } = facts;
    const message = said.error?.message;
    if (ended.ended !== 'exited' || ended.exit_code === null || ended.exit_code === 0) return classifyEnd(facts);
    if (ended.exit_code === UNTRUSTED_FOLDER) {
      return classifyEnd(
        withError(facts, { kind: 'permission_denied', message: 'the folder is not trusted', resets_at: null }),
      );
    }
    if (ended.exit_code === AUTH_NOT_SET)
      return classifyEnd(withError(facts, errorOfStatus(401, message ?? 'no authentication is configured')));
    const status = STATUS_OF_EXIT[ended.exit_code];
    if (status === undefined) return classifyEnd(facts);
    return classifyEnd(withError(facts, errorOfStatus(status, message ?? `HTTP status ${status}`)));
  },
};

const createGeminiExtractor = (): Extractor => {
  let session: string | null = null;
  const message = createLastMessage();
  let lastError: string | null = null;
  let result: Fields | null = null;

  const see = (event: Fields): Activity => {
    switch (event['type']) {
      case 'init':
        session = textOf(event['session_id']);
        return 'none';
      case 'message':
        // Each piece of the answer is a message; the prompt comes back as one of the user's.
        if (event['role'] === 'assistant') message.append(textOf(event['content']) ?? '');
        else message.say(null);
        return 'working';
      case 'tool_use':
        message.beginWork(textOf(event['tool_id']));
        return 'working';
      case 'tool_result':
        message.goOn(textOf(event['tool_id']));
        return 'working';
      case 'error':
        if (event['severity'] === 'error') lastError = textOf(event['message']);
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
    end: () => {
      const isWell = result !== null && result['status'] === 'success';
      const error = result === null || isWell ? null : readError(result, lastError);
      return {
        said: isWell ? message.text() : null,
        usage: result === null ? null : readUsage(objectOf(result['stats'])),
        session,
        denials: [],
        error,
      };
    },
  };
};

/** It exits 0 with such a result if the model answers nothing. */
const readError = (result: Fields, lastError: string | null): AgentError =>
  errorOfProvider(null, textOf(objectOf(result['error'])['message']) ?? lastError ?? 'its result is an error');

const readUsage = (stats: Fields): Usage | null =>
  usageOf(numberOf(stats['input_tokens']) ?? 0, numberOf(stats['output_tokens']) ?? 0, null);
