/** Whether one path is inside another, by their names alone. */
import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `folder` or inside it; both absolute. */
export const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
