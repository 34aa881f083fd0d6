/** Qwen Code (`qwen`), measured with 0.24.4. Until 0.15 it exits 0 with `is_error: false` when the provider refuses. */
import {
  errorOfProvider,
  statusIn,
  type AgentError,
  type Fields,
  objectOf,
  textOf,
} from '../../signals/envelopes/extractor.ts';
import { createClaudeExtractor } from '../../signals/envelopes/claude-envelope.ts';
import { classifyEnd } from './classify-end.ts';
import { argvOf, type Preset } from './preset.ts';

/** Replaces the message (0.15), or stands beside the result (0.24): a last message that begins so is not trusted. */
const readApiError = (result: Fields): AgentError | null => {
  const text = textOf(result['result']) ?? textOf(objectOf(result['error'])['message']) ?? '';
  if (!text.startsWith('[API Error: ')) return null;
  return errorOfProvider(statusIn(text, /^\[API Error: (\d{3})\b/), text);
};

export const qwen: Preset<'qwen'> = {
  name: 'qwen',
  title: 'Qwen Code',
  recorded: '0.24.4',
  program: 'qwen',
  unreported: ['cost'],
  argv: argvOf({
    first: '-o stream-json',
    permissions: {
      ask: [],
      edit: ['--approval-mode', 'auto-edit', '--allowed-tools=run_shell_command'],
      all: ['--approval-mode', 'yolo'],
    },
    model: '-m',
    resume: '--resume',
  }),
  env: {},
  state: [{ path: '.qwen', settings: ['settings.json', 'trustedFolders.json', 'QWEN.md', 'commands', 'extensions'] }],
  createExtractor: () => createClaudeExtractor(readApiError),
  lostSession: /^No saved session found with ID\b.*$/m,
  classify: classifyEnd,
};
