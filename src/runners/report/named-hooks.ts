/**
 * Names of results that stand for a hook: they are there only while it fails, so they are no tests. Several tools write
 * such names, in more than one form of report.
 *
 * @module
 */

const HOOKS: readonly RegExp[] = [
  /(?:^| )"(?:before|after) (?:all|each)" hook\b/,
  /^setup_(?:file|suite) failed$/,
  // Errors outside of its tests.
  /^global failure$/,
];

export const isNamedHook = (name: string): boolean => HOOKS.some((hook) => hook.test(name));
