/**
 * Marks the file of a task where it lies, in a workspace whose runs make no commits. Done again after a crash it comes to the
 * same, and no byte of the spec is lost on the way.
 *
 * @module
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListConfig } from '../../config/shape-work.ts';
import type { Marking } from '../list-record.ts';
import { markSpec } from './marking.ts';

/** @param folder - absolute: the workspace */
export const markFile = (folder: string, how: ListConfig['done'], spec: string): Marking => {
  const from = join(folder, spec);
  const refuse = (why: string): Marking => ({ how: null, path: spec, why });
  const place = how === 'move' ? markSpec(how, spec, Buffer.alloc(0)) : null;
  const moved = place !== null && 'path' in place ? place.path : spec;
  try {
    if (!existsSync(from)) {
      const isMoved = how === 'move' && existsSync(join(folder, moved));
      return isMoved ? { how, path: moved } : refuse(`${spec} is not there any more`);
    }
    if (!lstatSync(from).isFile()) return refuse(`${spec} is no plain file`);
    const content = readFileSync(from);
    const marked = markSpec(how, spec, content);
    if ('why' in marked) return refuse(marked.why);
    const to = join(folder, marked.path);
    if (how !== 'move') {
      if (!marked.content.equals(content)) replaceWith(to, marked.content, statSync(from).mode);
      return { how, path: marked.path };
    }
    if (existsSync(to)) return refuse(`${marked.path} is there already`);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return { how, path: marked.path };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
};

/** The old file or the new one is there, whole, whatever happens in between. */
const replaceWith = (path: string, content: Buffer, mode: number): void => {
  const draft = `${path}.dualgate-draft`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, path);
};
