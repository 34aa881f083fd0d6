/**
 * The files that an entry of the list means: one file, or the files of a folder or a glob.
 *
 * @module
 */
import picomatch from 'picomatch';

/** A glob, or a folder written with its slash. Anything else is one file, unless a folder of that name exists. */
export const isPattern = (spec: string): boolean => spec.endsWith('/') || picomatch.scan(spec).isGlob;

/** A folder means the Markdown files directly in it. */
export const globOf = (spec: string): string =>
  picomatch.scan(spec).isGlob ? spec : `${spec.replace(/\/+$/, '')}/*.md`;
