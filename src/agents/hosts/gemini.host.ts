/**
 * Gemini CLI. Its `prompt_response` still contains the messages before a hold: the nonce of each turn tells them apart.
 */
import { type EventNames, hooksOf, print, readWith, writeAnswer } from './claude-shape.ts';
import type { Host } from './host.ts';

const EVENTS: EventNames = {
  stop: 'AfterAgent',
  prompt: 'BeforeAgent',
  begin: 'SessionStart',
  write: 'BeforeTool',
};

export const gemini: Host<'gemini'> = {
  name: 'gemini',
  title: 'Gemini CLI',
  settings: { path: '.gemini/settings.json' },
  hooks: hooksOf(EVENTS, { matcher: 'write_file|replace', second: 1_000 }),
  read: readWith(EVENTS, 'prompt_response'),
  write: (answer, event) =>
    answer.answer === 'deny' ? print({ decision: 'deny', reason: answer.reason }) : writeAnswer(answer, event),
  mostBlocks: null,
  limits: ['It runs no hooks in a folder that you have not trusted.'],
};
