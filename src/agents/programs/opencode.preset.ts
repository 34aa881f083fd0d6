/** opencode (`opencode run`), measured with 1.18.33. It retries its provider for more than a minute without output. */
import {
  errorOfStatus,
  sumOf,
  isoOf,
  type Activity,
  type AgentError,
  type Extractor,
  type Fields,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  createUsageSum,
  createCallLog,
  describeCall,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd } from './classify-end.ts';
import { argvOf, type Preset } from './preset.ts';

export const opencode: Preset<'opencode'> = {
  name: 'opencode',
  title: 'opencode',
  recorded: '1.18.33',
  program: 'opencode',
  argv: argvOf({
    first: 'run --format json',
    // Its own defaults allow edits and commands; `--auto` also answers the questions of the user's configuration.
    permissions: { ask: [], edit: ['--auto'], all: ['--auto'] },
    model: '-m',
    resume: '--session',
  }),
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
  state: [
    { path: '.local/share/opencode' },
    { path: '.local/state/opencode' },
    { path: '.cache/opencode' },
    {
      path: '.config/opencode',
      settings: ['opencode.json', 'opencode.jsonc', 'AGENTS.md', 'agent', 'command', 'plugin'],
    },
  ],
  createExtractor: () => createOpencodeExtractor(),
  lostSession: /^(?:Error: )?(?:NotFoundError: )?(?:Session not found|NotFoundError)\b.*$/m,
  // It exits with 1 after every error that it printed, also after one that it overcame.
  classify: (facts) => {
    const { said, ended } = facts;
    const { overcome = null } = said;
    if (
      overcome === null ||
      said.said === null ||
      said.error !== null ||
      ended.ended !== 'exited' ||
      ended.exit_code !== 1
    )
      return classifyEnd(facts);
    const message = `its exit code is that of an error which it overcame: ${overcome.message}`;
    return { outcome: 'ok', error: { ...overcome, message }, isExplained: true };
  },
};

const createOpencodeExtractor = (): Extractor => {
  const usage = createUsageSum();
  const calls = createCallLog();
  let session: string | null = null;
  let step: string[] = [];
  let stopped = false;
  let error: AgentError | null = null;
  let overcome: AgentError | null = null;

  const see = (event: Fields): Activity => {
    session ??= textOf(event['sessionID']);
    // From a sub-agent, which has its own session.
    if (session !== null && event['sessionID'] !== session) return 'working';
    const part = objectOf(event['part']);
    switch (event['type']) {
      case 'step_start':
        overcome = error ?? overcome;
        [step, stopped, error] = [[], false, null];
        return 'working';
      case 'text':
        // The program's own words to the agent, such as after it compacted the session.
        if (part['synthetic'] !== true) step.push(textOf(part['text']) ?? '');
        return 'working';
      case 'tool_use': {
        const { status, error: why, input } = objectOf(part['state']);
        if (status === 'error' && String(why).startsWith(REJECTED)) {
          calls.deny(describeCall(textOf(part['tool']), objectOf(input)));
        }
        return 'working';
      }
      case 'step_finish':
        stopped = part['reason'] === 'stop' || part['reason'] === 'length';
        addUsage(part);
        return 'working';
      case 'error':
        error = readError(event);
        return 'none';
      default:
        return 'none';
    }
  };
  const addUsage = (part: Fields): void => {
    const tokens = objectOf(part['tokens']);
    const cache = objectOf(tokens['cache']);
    const read = sumOf(tokens, 'input') + sumOf(cache, 'read', 'write');
    usage.add(read, sumOf(tokens, 'output', 'reasoning'), numberOf(part['cost']));
  };
  return {
    line: (line) => see(parseEvent(line) ?? {}),
    end: () => ({
      said: stopped && error === null ? textOf(step.join('\n')) : null,
      usage: usage.total(),
      session,
      denials: calls.denials(),
      error,
      ...(overcome === null ? {} : { overcome }),
    }),
  };
};

const REJECTED = 'The user rejected permission';

const readError = (event: Fields): AgentError => {
  const { name, data } = objectOf(event['error']);
  const { message, statusCode, responseHeaders } = objectOf(data);
  // Kilo's own are a text.
  const told = textOf(message) ?? textOf(name) ?? textOf(event['error']) ?? 'it failed';
  // In the middle of an answer, the error of the provider comes as it is.
  const ofProvider = objectOf(parseEvent(told));
  const text = textOf(ofProvider['message']) ?? told;
  const status = numberOf(statusCode) ?? (numberOf(Number(ofProvider['code'])) || null);
  if (status === null)
    return { kind: name === 'ProviderAuthError' ? 'unauthorised' : 'other', message: text, resets_at: null };
  const seconds = Number.parseFloat(textOf(objectOf(responseHeaders)['retry-after']) ?? '');
  return errorOfStatus(status, text, isoOf((numberOf(event['timestamp']) ?? Number.NaN) + seconds * 1000));
};
