import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  attachNote,
  encodeForSigning,
  signStatement,
  createStatement,
  type Statement,
} from '../../src/prove/sign-statement.ts';
import { aFolder, aRepository, git, hasGit } from '../evidence/a-repository.ts';
import { canRun, whySkipped } from '../runners/find-tool.ts';

const hasSsh = canRun('sh', '-c', 'command -v ssh-keygen');

const PROOF = {
  base: 'a'.repeat(40),
  head: 'b'.repeat(40),
  holds: false,
  claims: [
    { id: 'sources', says: 'they are as they were', holds: true, because: [] },
    { id: 'pass-to-pass', says: '1 test passes', holds: false, because: ['gone: a'] },
  ],
  notes: ['Something was lent.'],
  tests: { fail_to_pass: ['t > new'], pass_to_pass: [], failed: ['t > a'] },
};

/** Makes a folder the home of the user, with a config of git. */
const aHome = async (config: string): Promise<string> => {
  const home = await aFolder();
  await writeFile(join(home, '.gitconfig'), config);
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  onTestFinished(() => {
    process.env['HOME'] = before;
  });
  return home;
};

test('a proof is a test result of in-toto: claims and tests by name, FAILED when one claim does not hold', () => {
  expect(createStatement(PROOF)).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'head', digest: { gitCommit: PROOF.head } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: 'FAILED',
      configuration: [
        {
          name: 'base',
          digest: { gitCommit: PROOF.base },
          annotations: { program: 'dualgate prove', notes: PROOF.notes },
        },
      ],
      passedTests: ['claim:sources', 't > new'],
      warnedTests: [],
      failedTests: ['claim:pass-to-pass', 't > a'],
    },
  });
});

describe.skipIf(!hasGit)('a statement (needs git)', () => {
  test('stays unsigned where the user has no key, whatever the repository names', async () => {
    await aHome('');
    const folder = await aRepository();
    await git(folder, 'config', 'user.signingKey', '/somewhere/key');
    await git(folder, 'config', 'gpg.program', 'touch');
    expect(await signStatement(folder, createStatement(PROOF))).toEqual(createStatement(PROOF));
  });

  test.skipIf(!hasSsh)(
    `is signed with the key of the user, over the encoding of DSSE${whySkipped(hasSsh, 'ssh-keygen')}`,
    async () => {
      const home = await aHome('[gpg]\n\tformat = ssh\n[user]\n\tsigningKey = ~/key\n');
      await execa('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, 'key')]);
      const signed = await signStatement(await aRepository(), createStatement(PROOF));
      if (!('payload' in signed)) throw new Error('it is not signed');
      const payload = Buffer.from(signed.payload, 'base64');
      expect(JSON.parse(payload.toString()) as Statement).toEqual(createStatement(PROOF));
      const signature = join(home, 'signature');
      await writeFile(signature, Buffer.from(signed.signatures[0]?.sig ?? '', 'base64'));
      const check = ['-Y', 'check-novalidate', '-n', 'dualgate', '-s', signature];
      expect((await execa('ssh-keygen', check, { input: encodeForSigning(payload) })).exitCode).toBe(0);
      await expect(execa('ssh-keygen', check, { input: payload })).rejects.toThrow(/failed with exit code/);
    },
  );

  test('with a key that does not sign is an error, not an unsigned statement', async () => {
    await aHome('[gpg]\n\tformat = ssh\n[user]\n\tsigningKey = /not/there\n');
    await expect(signStatement(await aRepository(), createStatement(PROOF))).rejects.toThrow(
      /Cannot sign the statement with \/not\/there/,
    );
  });

  test('goes with its commit as a note, which a later one replaces', async () => {
    const folder = await aRepository();
    await git(folder, 'config', 'user.name', 'Bea');
    await git(folder, 'config', 'user.email', 'bea@example.org');
    const head = await git(folder, 'rev-parse', 'HEAD');
    await attachNote(folder, head, createStatement(PROOF));
    await attachNote(folder, head, createStatement({ ...PROOF, holds: true }));
    expect(JSON.parse(await git(folder, 'notes', '--ref=dualgate', 'show', head)) as Statement).toEqual(
      createStatement({ ...PROOF, holds: true }),
    );
    expect(await git(folder, 'rev-parse', 'HEAD')).toBe(head);
  });
});
