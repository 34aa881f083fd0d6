/**
 * Any agent that speaks the Agent Client Protocol, version 1, over stdio: its command is that of the config. Measured
 * with codex-acp 2.6.0, Gemini CLI 0.61.0 and opencode 1.18.33.
 */
import { basename } from 'node:path';
import { converse } from './acp/conversation.ts';
import { UNANSWERED } from './acp/wire.ts';
import { classifyEnd, describeExit, withError } from './classify-end.ts';
import type { Preset, TurnFacts } from './preset.ts';

/** For a reader of a stream that was captured: nothing is sent. */
const NO_TOPIC = {
  workspace: '/',
  places: ['/'],
  prompt: '',
  permissions: 'edit',
  model: null,
  servers: [],
  judgeWrite: () => null,
} as const;

/** @param command - the program and its arguments @param known - the preset of the same program, or of the one that it starts */
export const acpPreset = ([program = '', ...args]: readonly string[], known: Preset | null): Preset<'acp'> => ({
  name: 'acp',
  title: basename(program),
  program,
  argv: () => args,
  env: known?.env ?? {},
  state: known?.state ?? [],
  // Its permissions are set elsewhere, so the sandbox of its own is not known.
  ...(known?.reachesSockets === undefined ? {} : { reachesSockets: () => false }),
  createExtractor: () => converse(NO_TOPIC),
  converse,
  classify: (facts) => classifyEnd(withExit(facts)),
  ...(known?.pathAdvice === undefined ? {} : { pathAdvice: known.pathAdvice }),
});

/** How it ended, where it should not have ended. */
const withExit = (facts: TurnFacts): TurnFacts => {
  const { said, ended } = facts;
  if (said.error === null || ended.ended !== 'exited' || !Object.values(UNANSWERED).includes(said.error)) return facts;
  return withError(facts, { ...said.error, message: `${said.error.message} (${describeExit(ended)})` });
};

/** Whether this program speaks the protocol for that one: `codex-acp` and `claude-agent-acp` start codex and claude. */
export const isFrontOf = (front: string, { program }: Pick<Preset, 'program'>): boolean =>
  [program, `${program}-acp`, `${program}-agent-acp`].includes(basename(front));
