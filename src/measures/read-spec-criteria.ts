/**
 * The acceptance criteria of the spec as it is on the disk. A run reads them once, when it begins; from then on they are
 * frozen, and what it counts is what it read (rule 2.7).
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/shape-config.ts';

import { readCriteria, type SpecCriteria } from '../evidence/criteria.ts';

/** No criteria when the file is gone: fewer than one opens no RED. */
export const readSpecCriteria = async ({ folder, work }: Config): Promise<SpecCriteria> => {
  const criteria = readCriteria(await readFile(join(folder, work.spec), 'utf8').catch(() => ''));
  return { count: criteria.length, ids: criteria.flatMap(({ id }) => (id === null ? [] : [id])) };
};
