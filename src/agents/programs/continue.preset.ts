/** Continue (`cn`), measured with 1.5.47. It prints one line at its end, and an error on stderr alone. */
import { stripVTControlCharacters } from 'node:util';
import {
  errorOfStatus,
  statusIn,
  type AgentError,
  type Extractor,
  parseEvent,
  textOf,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd, withError } from './classify-end.ts';
import { argvOf, type Preset } from './preset.ts';

export const continueCli: Preset<'continue'> = {
  name: 'continue',
  title: 'Continue',
  recorded: '1.5.47',
  program: 'cn',
  printsAtEnd: true,
  unreported: ['cost', 'tokens'],
  argv: argvOf({
    first: '--format json',
    permissions: { ask: [], edit: ['--auto'], all: ['--auto'] },
    model: '--model',
  }),
  // It takes the value of an option behind it for the prompt, and does not read stdin then.
  lastWords: ['-p'],
  env: { CONTINUE_CLI_AUTO_UPDATED: '1' },
  state: [
    {
      path: '.continue',
      variable: 'CONTINUE_GLOBAL_DIR',
      settings: ['config.yaml', 'permissions.yaml', 'settings.json', 'mcpServers', 'prompts', 'rules'],
    },
  ],
  createExtractor: () => createContinueExtractor(),
  classify: (facts) => {
    const error = facts.ended.exit_code === 0 ? null : readError(facts.stderrTail);
    return classifyEnd(error === null ? facts : withError(facts, error));
  },
};

const createContinueExtractor = (): Extractor => {
  let said: string | null = null;
  return {
    line: (line) => {
      const { response, status } = parseEvent(line) ?? {};
      if (status !== 'success' || typeof response !== 'string') return 'none';
      said = response;
      return 'working';
    },
    end: () => ({ said, usage: null, session: null, denials: [], error: null }),
  };
};

const readError = (stderr: string): AgentError | null => {
  const events = stripVTControlCharacters(stderr).split('\n').map(parseEvent);
  const message = textOf(events.findLast((event) => event?.['status'] === 'error')?.['message']);
  return message === null ? null : errorOfStatus(statusIn(message, /^(\d{3})\b/), message);
};
