/**
 * Are all acceptance criteria addressed? Each has a passing test of its id, or its box is ticked in the spec, which is
 * frozen: a box that the agent ticked itself counts for nothing, whatever `integrity` says (RULES 2.7).
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WaitingCriteria } from '../../../gates/iteration.ts';
import type { Config } from '../../config/config.ts';
import { readCriteria } from '../../evidence/criteria.ts';
import { findBroken, type Freeze, nameFrozen } from '../../integrity/freeze.ts';
import { WITHOUT_WAITING } from '../../sources/open-flags.ts';

/**
 * @param frozen - what is held fast
 * @param waiting - of the last test run; null when a part of the suite ran alone
 */
export const areCriteriaAddressed = async (
  { folder, work }: Pick<Config, 'folder' | 'work'>,
  frozen: Freeze,
  waiting: WaitingCriteria | null,
): Promise<boolean> => {
  if (waiting === null) return false;
  const text = await readFile(join(folder, work.spec), { encoding: 'utf8', flag: WITHOUT_WAITING }).catch(() => '');
  const name = nameFrozen(folder, work.spec);
  const held = frozen[name];
  const isOwn = held !== undefined && (await findBroken(folder, { [name]: held })).length === 0;
  const criteria = readCriteria(text);
  const open = new Set([...waiting.without_test, ...waiting.without_passing]);
  return criteria.length > 0 && criteria.every(({ id, ticked }) => (ticked && isOwn) || (id !== null && !open.has(id)));
};
