/** pi (`pi`), measured with 1.6.0. It always exits 0; the last message tells how it stopped. */
import {
  errorOfProvider,
  errorOfStatus,
  sumOf,
  statusIn,
  type Activity,
  type AgentError,
  type Extractor,
  type Fields,
  listOf,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  createUsageSum,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd, withError } from './classify-end.ts';
import { argvOf, type Preset } from './preset.ts';

export const pi: Preset<'pi'> = {
  name: 'pi',
  title: 'pi',
  recorded: '1.6.0',
  program: 'pi',
  onlyReadsUnasked: true,
  argv: argvOf({
    first: '-p --mode json',
    // It has no permission prompts: forbidden tools must not be given to it.
    permissions: {
      ask: ['--tools', 'read,grep,find,ls'],
      edit: [],
      all: [],
    },
    model: '--model',
    resume: '--session',
  }),
  env: { PI_SKIP_VERSION_CHECK: '1' },
  state: [
    {
      path: '.pi/agent',
      variable: 'PI_CODING_AGENT_DIR',
      settings: ['settings.json', 'models.json', 'AGENTS.md', 'extensions', 'prompts', 'skills'],
    },
  ],
  createExtractor: () => createPiExtractor(),
  lostSession: /^No session found matching\b.*$/m,
  classify: (facts) => {
    const refusal = NO_KEY.exec(facts.stderrTail)?.[0];
    if (refusal === undefined || facts.ended.exit_code === 0 || facts.said.error !== null) return classifyEnd(facts);
    return classifyEnd(withError(facts, errorOfStatus(401, refusal)));
  },
};

/** Its message before it calls a model; it exits with 1. */
const NO_KEY = /^No API key found\b.*$/m;

const createPiExtractor = (): Extractor => {
  const usage = createUsageSum();
  let session: string | null = null;
  let last: Fields | null = null;
  let ended = false;

  const seeMessage = (message: Fields): void => {
    if (message['role'] !== 'assistant') return;
    last = message;
    const used = objectOf(message['usage']);
    const read = sumOf(used, 'input', 'cacheRead', 'cacheWrite');
    const written = numberOf(used['output']) ?? 0;
    if (read > 0 || written > 0) usage.add(read, written, numberOf(objectOf(used['cost'])['total']));
  };
  const see = (event: Fields): Activity => {
    switch (event['type']) {
      case 'session':
        session = textOf(event['id']);
        return 'none';
      case 'message_end':
        seeMessage(objectOf(event['message']));
        return 'working';
      case 'agent_start':
        ended = false;
        return 'none';
      case 'agent_end':
        // It asks its provider again, and continues.
        ended = event['willRetry'] !== true;
        return ended ? 'none' : 'waiting';
      case 'agent_settled':
        return 'over';
      case 'auto_retry_start':
        return 'waiting';
      case 'message_update':
      case 'tool_execution_start':
      case 'tool_execution_update':
      case 'tool_execution_end':
        return 'working';
      default:
        return 'none';
    }
  };
  return {
    line: (line) => see(parseEvent(line) ?? {}),
    end: () => {
      const isWord = ended && (last?.['stopReason'] === 'stop' || last?.['stopReason'] === 'length');
      return {
        said: last !== null && isWord ? readText(last) : null,
        usage: usage.total(),
        session,
        denials: [],
        error: last === null ? null : readError(last),
      };
    },
  };
};

const readText = (message: Fields): string | null =>
  textOf(
    listOf(message['content'])
      .map(objectOf)
      .filter(({ type }) => type === 'text')
      .map(({ text }) => textOf(text) ?? '')
      .join('\n'),
  );

const readError = ({ stopReason, errorMessage }: Fields): AgentError | null => {
  if (stopReason !== 'error' && stopReason !== 'aborted') return null;
  const message = textOf(errorMessage) ?? `it stopped: ${stopReason}`;
  return errorOfProvider(statusIn(message, /^(\d{3})\b/), message);
};
