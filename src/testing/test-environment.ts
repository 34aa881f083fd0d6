/**
 * The environment of a test run: the user's own, without what belongs to the loop or to a runner around it.
 *
 * @module
 */

/** A runner that finds these of a runner around it behaves as a part of it. */
const OF_OTHER_RUNNERS =
  /^(?:VITEST(?:_.*)?|NODE_TEST_.*|NODE_OPTIONS|NODE_V8_COVERAGE|NODE_CHANNEL_FD|NODE_UNIQUE_ID|JEST_WORKER_ID|MOCHA_WORKER_ID|PW_TEST_.*|TEST_(?:WORKER|PARALLEL)_INDEX)$/;
const COLOURS = new Set(['FORCE_COLOR', 'CLICOLOR_FORCE']);

/** What was compiled before lies where anybody can write to, and would be run in the place of the files as they are. */
const WITHOUT_CACHES = {
  TSX_DISABLE_CACHE: '1',
  NODE_DISABLE_COMPILE_CACHE: '1',
  BABEL_DISABLE_CACHE: '1',
  JITI_FS_CACHE: 'false',
};

/**
 * @param parent - the environment of dualgate
 * @param added - of the config and the loop; of what is named DUALGATE_… only DUALGATE_RUN is let through, since tested
 *   code must not learn the nonce
 */
export const makeTestEnvironment = (
  parent: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> => ({
  ...pick(parent, (name) => !name.startsWith('DUALGATE_') && !OF_OTHER_RUNNERS.test(name) && !COLOURS.has(name)),
  ...pick(added, (name) => !name.startsWith('DUALGATE_') || name === 'DUALGATE_RUN'),
  ...WITHOUT_CACHES,
  CI: '1',
  NO_COLOR: '1',
});

const pick = (
  env: Readonly<Record<string, string | undefined>>,
  isWanted: (name: string) => boolean,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => isWanted(name)));
