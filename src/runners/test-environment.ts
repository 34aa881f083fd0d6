/** The environment of a test run: the user's own, without what belongs to the loop or to a runner around it. */
import { askRunners } from './runners.ts';
import { variablesWithoutCaches } from './replays/watch-replays.ts';

const OF_WORKERS = new RegExp(
  `^(?:${[...askRunners(({ marks }) => marks), 'NODE_CHANNEL_FD', 'NODE_UNIQUE_ID'].join('|')})$`,
);

const OF_GIT_HOOKS =
  /^GIT_(?:DIR|WORK_TREE|IMPLICIT_WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|QUARANTINE_PATH)$/;

/** Whatever finds such a variable takes itself for a part of the runner, the Node, or the git hook, around us. */
export const isOfWorkers = (variable: string): boolean => OF_WORKERS.test(variable) || OF_GIT_HOOKS.test(variable);

const OF_OUR_NODE = new Set(['NODE_OPTIONS', 'NODE_V8_COVERAGE']);
const COLOURS = new Set(['FORCE_COLOR', 'CLICOLOR_FORCE']);

/** Compiled files lie in a place that anybody can write to, and would be run instead of the current files. */
const WITHOUT_CACHES = {
  TSX_DISABLE_CACHE: '1',
  NODE_DISABLE_COMPILE_CACHE: '1',
  BABEL_DISABLE_CACHE: '1',
  JITI_FS_CACHE: 'false',
};

/**
 * @param parent - the environment of dualgate @param added - of the config and the loop; of what is named DUALGATE_…
 * only DUALGATE_RUN is let through, since tested code must not learn the nonce
 */
export const makeTestEnvironment = (
  parent: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => {
  const given = {
    ...pick(
      parent,
      (name) => !name.startsWith('DUALGATE_') && !isOfWorkers(name) && !OF_OUR_NODE.has(name) && !COLOURS.has(name),
    ),
    ...pick(added, (name) => !name.startsWith('DUALGATE_') || name === 'DUALGATE_RUN'),
  };
  return { ...given, ...WITHOUT_CACHES, ...variablesWithoutCaches(given), CI: '1', NO_COLOR: '1' };
};

const pick = (
  env: Readonly<Record<string, string | undefined>>,
  isWanted: (name: string) => boolean,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
