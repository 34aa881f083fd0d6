/**
 * Signs a statement with the user's signing key in git: a DSSE envelope, as in in-toto. Only the user's own git
 * config is read, never that of the repository, in which an agent could name a program.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { MutationReport } from '../evidence/mutation-check/mutation-report.ts';
import type { Proof } from './claim.ts';
import { WorkspaceError } from '../project/sources/workspace-error.ts';
import { pathOutside } from '../base/processes/locate-program.ts';
import { git } from '../commits/repository.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import { makeTemporaryFolder } from '../base/temporary-folder.ts';
import { readGit } from '../project/sources/git.ts';

/** in-toto Attestation Framework v1, Statement. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly { readonly name: string; readonly digest: { readonly gitCommit: string } }[];
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  /** Test Result v0.1. */
  readonly predicate: {
    readonly result: 'PASSED' | 'FAILED';
    /** The subject of the tests: the commit with config and tests. */
    readonly configuration: readonly {
      readonly name: string;
      readonly digest: { readonly gitCommit: string };
      readonly annotations: Readonly<Record<string, unknown>>;
    }[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A claim is a test of its own, `claim:sources`; one that does not hold makes the result FAILED. */
export const createStatement = (
  proof: Proof & {
    readonly base: string;
    readonly head: string;
    readonly mutationCheck?: Pick<MutationReport, 'criteria'> | null;
  },
): Statement => {
  const { base, head, holds, claims, notes, tests, mutationCheck } = proof;
  const criteria = mutationCheck?.criteria?.map(({ id, tests: count, killed, end }) => ({
    id,
    tests: count,
    killed,
    end,
  }));
  const claimed = (wanted: boolean): readonly string[] =>
    claims.filter((each) => each.holds === wanted).map(({ id }) => `claim:${id}`);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'head', digest: { gitCommit: head } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: holds ? 'PASSED' : 'FAILED',
      configuration: [
        {
          name: 'base',
          digest: { gitCommit: base },
          annotations: { program: 'dualgate prove', notes, ...(criteria === undefined ? {} : { criteria }) },
        },
      ],
      passedTests: [...claimed(true), ...tests.fail_to_pass, ...tests.pass_to_pass],
      warnedTests: [],
      failedTests: [...claimed(false), ...tests.failed],
    },
  };
};

type Attestation =
  | Statement
  | {
      readonly payloadType: typeof PAYLOAD_TYPE;
      /** Base64 of the statement as JSON. */
      readonly payload: string;
      /** `sig`: base64 of what `ssh-keygen -Y sign -n dualgate`, or `gpg --detach-sign --armor`, makes of the PAE. */
      readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
    };

/**
 * The statement, signed when the user has set `user.signingKey`, else unsigned.
 * @param folder absolute: where git runs
 * @throws {ProofError} when there is a key and it does not sign
 */
export const signStatement = async (folder: string, statement: Statement): Promise<Attestation> => {
  const key = await readUserConfig(folder, 'user.signingKey');
  if (key === null) return statement;
  const format = (await readUserConfig(folder, 'gpg.format')) ?? 'openpgp';
  const payload = Buffer.from(JSON.stringify(statement));
  const aside = await makeTemporaryFolder('sign');
  try {
    const file = join(aside, 'statement');
    await writeFile(file, encodeForSigning(payload), { mode: 0o600 });
    const command = await commandOf(format, { key, file, aside });
    const [program = '', ...args] = command.words;
    const { exitCode, stderr, shortMessage } = await execa(program, args, {
      env: { ...process.env, PATH: pathOutside(folder) },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
    });
    if (exitCode !== 0) {
      throw new ProofError(
        `Cannot sign the statement with ${key}: \`${program}\` failed (got: ${stderr.trim() || shortMessage || 'nothing'}). Fix user.signingKey and gpg.format in your git config.`,
      );
    }
    const sig = (await readFile(command.signature)).toString('base64');
    return { payloadType: PAYLOAD_TYPE, payload: payload.toString('base64'), signatures: [{ keyid: key, sig }] };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
};

/** DSSE v1, PAE: the signature covers the type and the payload, each with its length in bytes. */
export const encodeForSigning = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.length} `), payload]);

interface Signing {
  readonly words: readonly string[];
  readonly signature: string;
}

const commandOf = async (
  format: string,
  { key, file, aside }: { readonly key: string; readonly file: string; readonly aside: string },
): Promise<Signing> => {
  const signature = `${file}.sig`;
  if (format === 'openpgp')
    return {
      words: ['gpg', '--batch', '--armor', '--local-user', key, '--output', signature, '--detach-sign', file],
      signature,
    };
  if (format === 'ssh')
    return { words: ['ssh-keygen', '-Y', 'sign', '-n', 'dualgate', '-f', await keyFile(key, aside), file], signature };
  throw new ProofError(`Cannot sign the statement: gpg.format ${format} is unknown. Use openpgp or ssh.`);
};

/** Git accepts a key itself in place of its file: `ssh-ed25519 AAAA…`, for which an SSH agent signs. */
const keyFile = async (key: string, aside: string): Promise<string> => {
  if (!/^(?:key::|ssh-|ecdsa-|sk-)/.test(key)) return key.replace(/^~(?=\/)/, homedir());
  const file = join(aside, 'key.pub');
  await writeFile(file, `${key.replace(/^key::/, '')}\n`);
  return file;
};

const readUserConfig = async (folder: string, key: string): Promise<string | null> => {
  try {
    return (await readGit(folder, ['config', '--global', '--get', key])).trim();
  } catch (error) {
    if (error instanceof WorkspaceError && error.refusal !== null) return null;
    throw error;
  }
};

/** `git log --notes=dualgate` shows them; `git push origin refs/notes/dualgate` pushes them. */
const NOTES = 'refs/notes/dualgate';

/**
 * Attaches the statement to the commit, in place of an earlier one.
 * @param folder absolute, in the repository
 * @throws {ProofError} when git refuses; it needs a user name
 */
export const attachNote = async (folder: string, commit: string, attestation: Attestation): Promise<void> => {
  await git({ folder }, ['notes', `--ref=${NOTES}`, 'add', '--force', '--file=-', commit], {
    input: `${JSON.stringify(attestation)}\n`,
  });
};
