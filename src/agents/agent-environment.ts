/**
 * The environment of an agent: the user's own (it needs PATH, HOME, keys), without variables that concern other programs.
 *
 * @module
 */

import { isOfWorkers } from '../testing/worker-variables.ts';

/**
 * Variables of an outer dualgate, whose nonce is not for this agent; of a git hook that started us; of the
 * workflow that we run in, whose summary and outputs are not for the agent.
 */
const OF_OTHERS =
  /^(?:DUALGATE_.*|GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|QUARANTINE_PATH))$/;

/**
 * @param own - the environment of dualgate
 * @param added - by the config and the loop; overrides `own`, and is passed in full
 */
export const makeAgentEnvironment = (
  own: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(Object.entries(own).filter(([name]) => !OF_OTHERS.test(name) && !isOfWorkers(name))),
  ...added,
});
