/**
 * The files that a reviewer may see: no config of dualgate and no file of secrets, whether it is there, changed or gone. A file
 * that steers agents is left out of its folder, unless code imports it: then it is code.
 *
 * @module
 */
import { findLoaded } from '../integrity/helpers/test-helpers.ts';
import type { ReadSource } from '../integrity/named-files.ts';
import { mayHaveSecrets } from '../redact/secret-files.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';
import { steersAgents } from './review-copy.ts';

type Sources = Fingerprint['files'];

interface ReviewedFiles {
  /** For its folder. */
  readonly copied: Sources;
  /** Files with shown changes. */
  readonly shown: readonly string[];
}

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|php|sh)$/;

/** @param own - the files of the config, relative to the workspace */
export const isHiddenFromReview = (path: string, own: ReadonlySet<string>): boolean =>
  own.has(path) || mayHaveSecrets(path);

export const chooseReviewed = async (
  files: Sources,
  own: ReadonlySet<string>,
  read: ReadSource,
): Promise<ReviewedFiles> => {
  const open = new Map([...files].filter(([path]) => !isHiddenFromReview(path, own)));
  const steering = [...open.keys()].filter(steersAgents);
  const imported = steering.some((path) => CODE.test(path)) ? await findImportedCode(open, read) : new Set<string>();
  const copied = new Map([...open].filter(([path]) => !steersAgents(path) || imported.has(path)));
  return { copied, shown: [...open.keys()] };
};

/** Steering files that other code imports, directly or through each other. */
const findImportedCode = async (open: Sources, read: ReadSource): Promise<ReadonlySet<string>> => {
  const code = [...open.keys()].filter((path) => CODE.test(path) && !steersAgents(path));
  return new Set((await findLoaded(code, new Set(open.keys()), read)).keys());
};
