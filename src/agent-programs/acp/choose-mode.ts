/**
 * The mode of a session in which the agent asks before it acts. claude-agent-acp opens a session in `auto`, where a model of
 * its own decides, and no request reaches dualgate.
 *
 * @module
 */
import { type Fields, listOf, objectOf, textOf } from '../../signals/envelopes/json-event.ts';
import type { Permissions } from '../preset.ts';

/** Asks for everything, in the words of several agents. */
const ASKS = 'default';

/** `null` where it stays as it is. @param session - the answer to `session/new` */
export const chooseMode = (permissions: Permissions, session: Fields): string | null => {
  const { currentModeId, availableModes } = objectOf(session['modes']);
  const offered = listOf(availableModes).map((each) => textOf(objectOf(each)['id']));
  return permissions !== 'all' && currentModeId !== ASKS && offered.includes(ASKS) ? ASKS : null;
};
