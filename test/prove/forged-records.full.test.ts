/**
 * Ledgers with one field altered: alone, with every later hash made anew, and together with the trailers of the commits.
 * A proof is made with the anchor of the run and without it. Notes with one field altered, too.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { FIRST_PREV, parseLine, sealRecord, readLedger } from '../../src/ledger/ledger-record.ts';
import type { JsonObject } from '../../src/ledger/json.ts';
import { verifyCommits } from '../../src/loop/commits/verify-commits.ts';
import { judgeLedger } from '../../src/prove/judge-ledger.ts';
import { prove } from '../../src/prove/prove.ts';
import { readRecordedCommits, type RecordedCommit } from '../../src/prove/recorded-commits.ts';
import { readRunCommits, type RunCommit } from '../../src/prove/run-commits.ts';
import { createStatement } from '../../src/prove/sign-statement.ts';
import { git, hasGit } from '../evidence/a-repository.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';
import { BRANCH, keepRuns } from './a-proven-run.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Path = readonly (string | number)[];

/** Every value that has no parts, by its path. */
const leavesOf = (value: Json, path: Path = []): readonly Path[] => {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

/** Another value of the same type, so that it can be read. */
const otherOf = (value: Json): Json => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'other';
  // Another hash, time or number in a text stays one.
  return /\d/.test(value) ? value.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) : `${value}x`;
};

const withOther = (value: Json, [key, ...rest]: Path): Json => {
  if (key === undefined) return otherOf(value);
  if (Array.isArray(value)) return value.map((each: Json, at) => (at === key ? withOther(each, rest) : each));
  const parts = value as { readonly [key: string]: Json };
  return { ...parts, [key]: withOther(parts[key] ?? null, rest) };
};

/** The lines with every hash as it should be. */
const seal = (lines: readonly string[]): readonly string[] => {
  let prev = FIRST_PREV;
  return lines.map((each) => {
    const { seq, at, type, data } = JSON.parse(each) as {
      readonly seq: number;
      readonly at: string;
      readonly type: string;
      readonly data: JsonObject;
    };
    const { record, line } = sealRecord({ seq, at: new Date(at), type, data, prev });
    prev = record.hash;
    return line;
  });
};

/** The commits with the trailers that this ledger wants. */
const followLedger = async (path: string, commits: readonly RunCommit[]): Promise<readonly RunCommit[]> => {
  // A format that no version reads has no trailers.
  const recorded = await readRecordedCommits(readLedger(path)).catch(() => new Map<number, RecordedCommit>());
  return commits.map((commit) => ({
    ...commit,
    trailers: recorded.get(commit.trailers.record.seq)?.trailers ?? commit.trailers,
  }));
};

const NO_ANCHOR = /^There is no anchor of the run here/;

describe.skipIf(!hasGit)(`a field of the ledger (needs git; ${SEED})`, { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);
  const aRun = keepRuns();

  const aLedger = async () => {
    const { folder, run, ledger } = await aRun();
    const lines = (await readFile(ledger, 'utf8')).trimEnd().split('\n');
    const commits = await readRunCommits(folder, await git(folder, 'rev-parse', BRANCH), run);
    const { seq, hash } = parseLine(lines.at(-1) ?? '');
    const judge = async (made: readonly string[], anchored: boolean, change = (all: readonly RunCommit[]) => all) => {
      await writeFile(ledger, made.map((line) => `${line}\n`).join(''));
      const judged = await judgeLedger(ledger, change(commits), anchored ? { seq, hash } : null);
      return { holds: judged?.claim.holds, isTold: judged?.notes.some((note) => NO_ANCHOR.test(note)) };
    };
    const every = lines.flatMap((line, at) =>
      leavesOf(JSON.parse(line) as Json)
        .filter(([key]) => key === 'data' || key === 'at')
        .map((path) => ({
          name: `${parseLine(line).type} ${path.join('.')}`,
          lines: lines.with(at, JSON.stringify(withOther(JSON.parse(line) as Json, path))),
        })),
    );
    expect(every.length).toBeGreaterThan(500);
    return { ledger, lines, commits, judge, forgeries: pickSome(every, ({ name }) => name, 10) };
  };

  test('altered alone is seen without an anchor', async () => {
    const { judge, forgeries, lines } = await aLedger();
    expect(await judge(lines, false)).toEqual({ holds: true, isTold: true });
    const unseen: string[] = [];
    for (const { name, lines: forged } of forgeries)
      if ((await judge(forged, false)).holds !== false) unseen.push(name);
    expect(unseen).toEqual([]);
  });

  test('altered with all later hashes is seen with the anchor; without it, or the proof says what it does not see', async () => {
    const { judge, forgeries, lines } = await aLedger();
    expect(await judge(seal(lines), true)).toEqual({ holds: true, isTold: false });
    const unseen: string[] = [];
    for (const { name, lines: forged } of forgeries) {
      const made = seal(forged);
      if ((await judge(made, true)).holds !== false) unseen.push(`${name}, with the anchor`);
      const alone = await judge(made, false);
      if (alone.holds !== false && alone.isTold !== true) unseen.push(name);
    }
    expect(unseen).toEqual([]);
  });

  test('altered together with the trailers of all commits is seen with the anchor, and told of without it', async () => {
    const { judge, forgeries, ledger, commits } = await aLedger();
    const unseen: string[] = [];
    for (const { name, lines: forged } of forgeries) {
      const made = seal(forged);
      await writeFile(ledger, made.map((line) => `${line}\n`).join(''));
      const followed = await followLedger(ledger, commits);
      if ((await judge(made, true, () => followed)).holds !== false) unseen.push(`${name}, with the anchor`);
      const alone = await judge(made, false, () => followed);
      if (alone.holds !== false && alone.isTold !== true) unseen.push(name);
    }
    expect(unseen).toEqual([]);
  });
});

/** No commit and no ledger says it: a note is a copy of a proof's answer, and a new proof tells whether it is true. */
const ONLY_PROVED_AGAIN = /^(?:subject\.0\.name|predicate\.(?:configuration|passedTests|warnedTests)\b.*)$/;

describe.skipIf(!hasGit)(`a field of a note (needs git; ${SEED})`, { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);
  const aRun = keepRuns();

  test('altered is seen by a comparison with the commits, apart from what only a new proof can tell', async () => {
    const { folder, ledger } = await aRun();
    const proof = await prove({ folder, of: BRANCH, mutationCheck: false });
    const said = createStatement(proof);
    const problemsWith = async (statement: Json) => {
      await git(
        folder,
        'notes',
        '--ref=refs/notes/dualgate',
        'add',
        '--force',
        '-m',
        JSON.stringify(statement),
        proof.head,
      );
      return (await verifyCommits(folder, ledger))?.problems.map(({ code }) => code);
    };
    const whole = JSON.parse(JSON.stringify(said)) as Json;
    expect(await problemsWith(whole)).toEqual([]);
    const failed = { ...said.predicate, result: 'PASSED', failedTests: ['claim:sources'] };
    expect(await problemsWith(JSON.parse(JSON.stringify({ ...said, predicate: failed })) as Json)).toEqual([
      'note_wrong',
    ]);
    const unseen: string[] = [];
    for (const path of pickSome(leavesOf(whole), (each) => each.join('.'), 5)) {
      const problems = await problemsWith(withOther(whole, path));
      if (problems?.includes('note_wrong') !== true) unseen.push(path.join('.'));
    }
    expect(unseen.filter((path) => !ONLY_PROVED_AGAIN.test(path))).toEqual([]);
  });
});
