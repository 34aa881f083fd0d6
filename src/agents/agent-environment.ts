/**
 * The environment of an agent: the user's own (it needs PATH, HOME, keys), without what belongs to somebody else.
 *
 * @module
 */

import { isOfWorkers } from '../testing/worker-variables.ts';

/**
 * Of an outer dualgate, whose nonce is none of this agent's; of a git hook that started us; of the
 * workflow that we run in, whose summary and whose next steps are none of the agent's.
 */
const OF_OTHERS =
  /^(?:DUALGATE_.*|GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|QUARANTINE_PATH))$/;

/**
 * @param own - the environment of dualgate
 * @param added - of the config and the loop; wins over `own`, and nothing is left out of it
 */
export const makeAgentEnvironment = (
  own: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(Object.entries(own).filter(([name]) => !OF_OTHERS.test(name) && !isOfWorkers(name))),
  ...added,
});
