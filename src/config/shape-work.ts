/**
 * The shape of `work`: the spec of one run, and the list of tasks where the config names one.
 *
 * @module
 */
import type { WrittenConfig } from './schema/config-schema.ts';

/** A night's work: tasks that are done one after another, each by a run of its own. */
export interface ListConfig {
  /** At least one, in the order in which they stand there. */
  readonly entries: readonly ListEntry[];
  /** How the file of a task is marked when it is done. */
  readonly done: 'checkboxes' | 'front_matter' | 'move';
  /** How often a task may end stuck before it is given up; 1 or more. */
  readonly attempts: number;
  /** No further task begins after so many; `null`: no such limit. */
  readonly minutes: number | null;
}

export interface ListEntry {
  /** A path, a folder or a glob, relative to the workspace, with `/`. */
  readonly spec: string;
  readonly name: string | null;
  /** Specs or names of other entries. */
  readonly needs: readonly string[];
}

type WrittenWork = WrittenConfig['work'];

/** With `/`, and without `./` before it. */
export const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

/** `null` where the config names one spec. */
export const shapeList = ({ specs, done, attempts, minutes }: WrittenWork): ListConfig | null =>
  specs === undefined
    ? null
    : {
        entries: (typeof specs === 'string' ? [specs] : specs).map((each) =>
          typeof each === 'string'
            ? { spec: plainPath(each), name: null, needs: [] }
            : { spec: plainPath(each.spec), name: each.name ?? null, needs: each.needs.map(plainPath) },
        ),
        done: done ?? 'checkboxes',
        attempts: attempts ?? 3,
        minutes: minutes ?? null,
      };
