/**
 * The commands that answer whether a phase may be exited, as people type them. They name the sources that were measured.
 *
 * @module
 */

/** Characters of a fingerprint in a command: enough to tell two apart. */
const SHORT = 12;

export const shortTree = (tree: string): string => tree.slice(0, SHORT);

export const approveCommand = (tree: string): string => `dualgate approve ${shortTree(tree)}`;
export const rejectCommand = (tree: string): string => `dualgate reject ${shortTree(tree)} -m "why"`;
