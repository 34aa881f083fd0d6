/** Whether globs match a path, in the same way as everywhere for sources. */
import picomatch from 'picomatch';

export const createGlobTest = (globs: readonly string[]): ((path: string) => boolean) =>
  globs.length === 0 ? () => false : picomatch([...globs], { dot: true, flags: 's' });
