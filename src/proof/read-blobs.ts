/**
 * The contents of objects, many at a time, each verified against its id: git itself trusts an existing object.
 *
 * @module
 */
import { hashBlob } from './hash-blob.ts';
import { ProofError } from './proof-error.ts';
import { git, type Repository } from './repository.ts';

/** The most at a time, so that every answer is bounded. */
const MANY = 500;

/** Yields each object with its content, in order. @throws {ProofError} when one is missing, or does not match its id */
export async function* readBlobs(
  repository: Repository,
  objects: readonly string[],
): AsyncGenerator<readonly [string, Buffer], void> {
  for (let at = 0; at < objects.length; at += MANY) {
    const some = objects.slice(at, at + MANY);
    const input = some.map((object) => `${object}\n`).join('');
    const answer = await git(repository, ['cat-file', '--batch', '--buffer'], { input });
    let from = 0;
    for (const object of some) {
      const end = answer.indexOf('\n', from);
      const [name, type, size] = answer.subarray(from, end).toString('ascii').split(' ');
      if (type === 'missing') throw missing(repository, object);
      const content = answer.subarray(end + 1, end + 1 + Number(size));
      if (name !== object || hashBlob(repository.format, content) !== object) throw spoilt(repository, object);
      yield [object, content];
      from = end + 2 + Number(size);
    }
  }
}

const missing = ({ folder }: Repository, object: string): ProofError =>
  new ProofError(
    `Cannot use the repository of ${folder}: it does not have the object ${object}. Fetch the whole history: git fetch --unshallow, or a clone without --filter.`,
  );

const spoilt = ({ folder }: Repository, object: string): ProofError =>
  new ProofError(
    `Cannot use the repository of ${folder}: the content of the object ${object} does not match its name. Run git fsck to find other damage.`,
  );
