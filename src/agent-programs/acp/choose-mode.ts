/**
 * The mode of a session in which the agent asks before it acts. claude-agent-acp opens a session in `auto`, where a model of
 * its own decides, and no request reaches dualgate.
 *
 * @module
 */
import { type Fields, listOf, objectOf, textOf } from '../../signals/envelopes/json-event.ts';
import type { AgentError } from '../../signals/envelopes/extractor.ts';
import type { Permissions } from '../preset.ts';
import { neverAsks } from './problems.ts';

/** Asks for everything, in the words of several agents. */
const ASKS = 'default';
/** Ask for nothing: of Claude Code, Gemini CLI and Codex. */
const NEVER = new Set<unknown>(['bypassPermissions', 'dontAsk', 'yolo', 'full-access']);

/** `null` where it stays as it is; `problem`: no request would come. @param session - the answer to `session/new` */
export const chooseMode = (
  permissions: Permissions,
  session: Fields,
): { readonly mode: string } | { readonly problem: AgentError } | null => {
  const { currentModeId, availableModes } = objectOf(session['modes']);
  const offered = listOf(availableModes).map((each) => textOf(objectOf(each)['id']));
  if (permissions === 'all' || currentModeId === ASKS) return null;
  if (offered.includes(ASKS)) return { mode: ASKS };
  return NEVER.has(currentModeId) ? { problem: neverAsks(permissions, String(currentModeId)) } : null;
};
