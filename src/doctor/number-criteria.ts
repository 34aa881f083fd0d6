/**
 * `doctor --number-criteria`: writes an id in front of each criterion that has none. It writes nothing else, and nothing while a
 * run needs the spec as it is.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { specsOf } from '../config/shape-work.ts';
import { expandList } from '../config/tasks/expand-list.ts';
import { numberCriteria } from '../evidence/criteria-formats/number-criteria.ts';
import { readSpec } from '../evidence/criteria-formats/formats.ts';
import { readText } from '../files/open-plain.ts';
import { type Look, ok, problem } from './finding.ts';
import { findRunOfConfig } from './write-known-failing.ts';

/** Words for the command. */
export const NUMBER_THEM = 'dualgate doctor --number-criteria';

export const writeNumbers = async (config: Config): Promise<Look> => {
  const refusal = await findRunOfConfig(config);
  if (refusal !== null) return refusal;
  const { folder, list, work } = config;
  const groups = list === null ? [specsOf(work)] : expandList(config).map(({ spec }) => [spec]);
  const wrote: string[] = [];
  const refused: string[] = [];
  for (const paths of groups) {
    const texts = paths.map((path) => readText(join(folder, path)) ?? '');
    const taken = texts.flatMap((text) => readSpec(text).criteria.flatMap(({ id }) => id ?? []));
    for (const [i, path] of paths.entries()) {
      const numbered = numberCriteria(texts[i] ?? '', taken);
      if ('why' in numbered) refused.push(`${path} ${numbered.why}`);
      else if (numbered.ids.length > 0) {
        writeFileSync(join(folder, path), numbered.text);
        taken.push(...numbered.ids);
        wrote.push(`${path}: ${numbered.ids.join(', ')}`);
      }
    }
  }
  if (refused.length > 0)
    return problem('not every criterion has an id', 'Write an id in front of each: AC-1: …', [...wrote, ...refused]);
  if (wrote.length === 0) return ok('each criterion has an id: nothing to write');
  return { ...problem('ids written', 'Read and commit them. Then: dualgate run.', wrote), state: 'ok' };
};
