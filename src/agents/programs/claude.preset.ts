/** Claude Code (`claude`), measured with 2.1.332. */
import { classifyEnd } from './classify-end.ts';
import { createClaudeExtractor } from '../../signals/envelopes/claude-envelope.ts';
import { argvOf, type Preset } from './preset.ts';

/** A provider error ends it with 1 and `is_error`; its ten retries take minutes and are reported as `api_retry`. */
export const claude: Preset<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  recorded: '2.1.332',
  program: 'claude',
  argv: argvOf({
    first: '-p --output-format stream-json --verbose',
    // `acceptEdits` lets it write; commands need the tool allowed. With `=`: the option would consume the next word.
    permissions: {
      ask: [],
      edit: ['--permission-mode', 'acceptEdits', '--allowedTools=Bash'],
      all: ['--dangerously-skip-permissions'],
    },
    model: '--model',
    resume: '--resume',
  }),
  // A command that stays in the background keeps the program itself after its result.
  env: { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' },
  state: [
    {
      path: '.claude',
      variable: 'CLAUDE_CONFIG_DIR',
      settings: ['settings.json', 'settings.local.json', 'CLAUDE.md', 'agents', 'commands', 'hooks', 'skills'],
    },
    { path: '.claude.json' },
  ],
  createExtractor: () => createClaudeExtractor(),
  lostSession: /^No conversation found with session ID\b.*$/m,
  classify: classifyEnd,
};
