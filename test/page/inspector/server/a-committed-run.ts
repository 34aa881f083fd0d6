/** A run with a commit of its start and of the exit of RED, in a repository of its own; GREEN 1 has begun. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stampFormat } from '../../../../src/ledger/format.ts';
import { FIRST_PREV, parseLine, sealRecord } from '../../../../src/ledger/ledger-record.ts';
import { git } from '../../../evidence/a-repository.ts';
import { aFinishedRun, type FinishedRun, LINES } from './a-finished-run.ts';

interface CommittedRun extends FinishedRun {
  readonly start: string;
  readonly red: string;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** @param sides - the files at the start, those that RED writes, and those that GREEN writes and does not commit */
export const aCommittedRun = async (sides: readonly [Files, Files, Files]): Promise<CommittedRun> => {
  const run = await aFinishedRun();
  const { folder } = run.config;
  const write = (files: Files): void => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
  };
  const commit = async (files: Files): Promise<string> => {
    write(files);
    await git(folder, 'add', '--all', ':!.dualgate');
    await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x');
    return git(folder, 'rev-parse', 'HEAD');
  };
  await git(folder, 'init', '--quiet');
  const [start, red] = [await commit(sides[0]), await commit(sides[1])];
  write(sides[2]);
  const committed = { phase: 'RED', commit: red, parent: start, tree: red, record: 6 };
  const began = { phase: 'GREEN', iteration: 1, attempt: 1, nonce_hash: null };
  const records = [
    ...LINES.slice(0, 7).map((line) => parseLine(line.trimEnd())),
    { type: 'work.committed', data: committed },
    { type: 'turn.started', data: began },
  ];
  let prev = FIRST_PREV;
  const lines = records.map(({ type, data }, seq) => {
    const given = type === 'run.started' ? { ...data, head: start } : data;
    const sealed = sealRecord({
      seq,
      at: new Date(Date.UTC(2026, 0, 13, 10, seq)),
      type,
      data: stampFormat(given),
      prev,
    });
    prev = sealed.record.hash;
    return `${sealed.line}\n`;
  });
  writeFileSync(run.folders.ledger, lines.join(''));
  return { ...run, start, red };
};
