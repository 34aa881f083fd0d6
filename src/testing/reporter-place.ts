/**
 * The place of the programs that a test runner loads into its own process: beside their runner, in the package under
 * `reporters/`.
 *
 * @module
 */

/** @param path - relative to this folder, as `mocha/mocha.mjs` */
export const placeReporter = (path: string): URL =>
  new URL(`${import.meta.url.endsWith('.ts') ? './' : './reporters/'}${path}`, import.meta.url);
