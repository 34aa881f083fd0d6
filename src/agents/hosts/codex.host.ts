/** Codex. */
import { CLAUDE_EVENTS, hooksOf, readWith, writeAnswer } from './claude-shape.ts';
import type { Host } from './host.ts';

export const codex: Host<'codex'> = {
  name: 'codex',
  title: 'Codex',
  settings: { path: '.codex/hooks.json', variable: 'CODEX_HOME', inVariable: 'hooks.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'apply_patch|Write|Edit' }),
  read: readWith(CLAUDE_EVENTS, 'last_assistant_message'),
  write: writeAnswer,
  mostBlocks: null,
  limits: ['`codex exec` never asks, and skips hooks that nobody trusted, without a word.'],
  advice:
    'Start `codex` once, and trust these hooks when it asks (or by /hooks there, then t). dualgate session verify fails for a session that no hook has asked.',
};
