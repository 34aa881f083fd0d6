/** The criteria of the specs on the disk. A run reads them once, when it begins (rule 2.7). */
import { join } from 'node:path';
import { type Config, specsOf } from '../../project/config/config.ts';
import { isMarkedGuard, type SpecCriteria, mentionOf } from '../criteria.ts';
import { readSpec, type SpecReading } from '../criteria-formats/formats.ts';
import { readText } from '../../base/files/open-plain.ts';

interface ReadSpecFile extends SpecReading {
  /** Relative to the workspace. */
  readonly path: string;
}

/** Each spec of the run, in order; no criteria when the file is gone. */
export const readSpecFiles = ({ folder, work }: Pick<Config, 'folder' | 'work'>): Promise<readonly ReadSpecFile[]> =>
  readFiles(folder, specsOf(work));

const readFiles = (folder: string, paths: readonly string[]): Promise<readonly ReadSpecFile[]> =>
  Promise.all(
    paths.map(async (path) => {
      const text = readText(join(folder, path)) ?? '';
      return { path, ...readSpec(text) };
    }),
  );

/** The criteria of all specs: fewer than one opens no RED. */
export const readSpecCriteria = ({ folder, work }: Pick<Config, 'folder' | 'work'>): Promise<SpecCriteria> =>
  readCriteriaOf(folder, specsOf(work));

/** @param paths - of specs, relative to the folder */
export const readCriteriaOf = async (folder: string, paths: readonly string[]): Promise<SpecCriteria> => {
  const criteria = (await readFiles(folder, paths)).flatMap((file) => file.criteria);
  const withId = criteria.flatMap(({ id, text }) => (id === null ? [] : [{ id, text }]));
  const guards = withId.filter(({ text }) => isMarkedGuard(text)).map(({ id }) => id);
  const ids = withId.map(({ id }) => id);
  const together = withId
    .map(({ id, text }) => [id, ...ids.filter((other) => other !== id && mentionOf(other)(text))])
    .filter((group) => group.length > 1);
  return {
    count: criteria.length,
    ids,
    ...(guards.length > 0 && { guards }),
    ...(together.length > 0 && { together }),
  };
};
