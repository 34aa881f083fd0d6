/** Cline (`cline`), measured with 3.0.65. It leaves a hub running, and reports no status for a provider error. */
import {
  errorOfStatus,
  sumOf,
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
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd } from './classify-end.ts';
import { argvOf, type Preset } from './preset.ts';

/** It needs words as an argument, and appends stdin to them. */
const TASK = 'Follow the instructions on standard input.';

/** The shell's message for a program that does not exist. */
const NOT_FOUND = 127;

export const cline: Preset<'cline'> = {
  name: 'cline',
  title: 'Cline',
  recorded: '3.0.65',
  program: 'cline',
  // It reads stdin only from a real pipe; Node creates sockets.
  launcher: ['sh', '-c', 'cat | "$0" "$@"'],
  argv: argvOf({
    first: '--json',
    permissions: {
      ask: ['--auto-approve', 'false'],
      edit: ['--auto-approve', 'true'],
      all: ['--auto-approve', 'true'],
    },
    model: '-m',
    resume: '--id',
    last: [TASK],
  }),
  env: {},
  state: [{ path: '.cline' }],
  createExtractor: () => createClineExtractor(),
  classify: (facts) => {
    if (facts.ended.exit_code !== NOT_FOUND) return classifyEnd(facts);
    return { outcome: 'missing', error: { kind: 'other', message: 'cline was not found', resets_at: null } };
  },
};

const createClineExtractor = (): Extractor => {
  const calls = createCallLog();
  let error: AgentError | null = null;
  let result: Fields | null = null;

  const seeContent = (event: Fields): void => {
    if (event['contentType'] !== 'tool') return;
    const id = String(event['toolCallId']);
    if (event['type'] === 'content_start') {
      const input = objectOf(event['input']);
      const command = textOf(listOf(input['commands'])[0]);
      calls.start(id, describeCall(textOf(event['toolName']), command === null ? input : { command }));
    } else if (event['type'] === 'content_end') {
      const why = textOf(objectOf(event['output'])['error']) ?? '';
      calls.end(id, why.includes('requires approval'));
    }
  };
  const see = (event: Fields): Activity => {
    if (event['type'] === 'run_result') {
      result = event;
      return 'over';
    }
    const inner = objectOf(event['event']);
    if (event['type'] !== 'agent_event') return 'none';
    seeContent(inner);
    if (inner['type'] === 'error') error = readError(inner);
    return inner['type'] === 'iteration_start' || inner['type'] === 'error' ? 'none' : 'working';
  };
  return {
    line: (line) => see(parseEvent(line) ?? {}),
    end: () => {
      const isWell = result !== null && result['finishReason'] === 'completed';
      return {
        said: isWell ? textOf(result?.['text']) : null,
        usage: result === null ? null : readUsage(objectOf(result['usage'])),
        // The ids in its stream are not those that it resumes with.
        session: null,
        denials: calls.denials(),
        error: isWell ? null : (error ?? (result === null ? null : readFinish(result))),
      };
    },
  };
};

const KINDS: Readonly<Record<string, AgentError['kind']>> = { auth: 'unauthorised', rate_limit: 'rate_limited' };

const readError = ({ error, errorClass }: Fields): AgentError => ({
  kind: KINDS[String(errorClass)] ?? 'provider',
  message: textOf(objectOf(error)['message']) ?? 'it failed',
  resets_at: null,
});

const readFinish = (result: Fields): AgentError =>
  errorOfStatus(null, textOf(result['text']) ?? `it finished: ${String(result['finishReason'])}`);

const readUsage = (usage: Fields) =>
  usageOf(
    sumOf(usage, 'inputTokens', 'cacheReadTokens', 'cacheWriteTokens'),
    numberOf(usage['outputTokens']) ?? 0,
    numberOf(usage['totalCost']),
  );
