/**
 * What an entry of the list may stand for: one file, or whatever a folder or a glob holds.
 *
 * @module
 */
import picomatch from 'picomatch';

/** A glob, or a folder written with its slash; what has neither is one file, unless a folder of that name is there. */
export const isPattern = (spec: string): boolean => spec.endsWith('/') || picomatch.scan(spec).isGlob;

/** A folder stands for the Markdown files right in it. */
export const globOf = (spec: string): string =>
  picomatch.scan(spec).isGlob ? spec : `${spec.replace(/\/+$/, '')}/*.md`;
