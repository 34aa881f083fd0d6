/**
 * Ways around a check that leave it as it is (rule 2.7): comments that switch it off, other files for it to read, code where
 * it does not look.
 *
 * @module
 */
import type { Freeze } from '../freeze.ts';
import type { ReadSource } from '../named-files.ts';
import type { UnexpectedFile } from '../unexpected-files.ts';
import { markedKinds } from './mark-kinds.ts';
import { findNewSuppressions } from './new-suppressions.ts';
import { findStandIns } from './type-stand-ins.ts';
import { findUnchecked } from './unchecked-code.ts';

interface Question {
  readonly workspace: string;
  readonly sources: ReadonlySet<string>;
  readonly frozen: Freeze;
  readonly base: string | null;
  readonly isTest: (path: string) => boolean;
  readonly read: ReadSource;
}

export interface AroundChecks {
  /** A gate asks for the check. */
  readonly held: readonly UnexpectedFile[];
  /** No gate does. */
  readonly named: readonly UnexpectedFile[];
}

const NOTHING: AroundChecks = { held: [], named: [] };

export const findAroundChecks = async (question: Question): Promise<AroundChecks> => {
  const { sources, frozen, isTest, read } = question;
  const [held, named] = [markedKinds(frozen, true), markedKinds(frozen, false)];
  if (held.size + named.size === 0) return NOTHING;
  const comments = await findNewSuppressions(sources, frozen, isTest, read);
  const about = (marked: ReadonlySet<string>): readonly UnexpectedFile[] =>
    comments.filter(({ kinds }) => [...kinds].some((kind) => marked.has(kind)));
  const isNew = ({ path }: UnexpectedFile): boolean => !Object.hasOwn(frozen, path);
  const files = [
    ...(held.has('types') ? await findStandIns(question) : []),
    ...(held.has('lint') ? await findUnchecked(question) : []),
  ];
  const holding = about(held);
  return {
    held: [...holding, ...files.filter(isNew)].map(({ path, why }) => ({ path, why })),
    named: about(named).filter((each) => !holding.includes(each)),
  };
};
