/**
 * The name of an item after its spec.
 *
 * @module
 */
import { extname } from 'node:path';

/** `specs/some task.md` → `specs-some-task`. */
export const nameItem = (spec: string): string => {
  const bare = spec.slice(0, spec.length - extname(spec).length);
  const name = bare.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'item' : name.slice(-100);
};
