/**
 * One run of the real program that is killed with SIGKILL again and again, and resumed until it is completed: by `run`
 * and by `resume`, at random moments, and right after a record was appended to the ledger.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../src/records/run-events.ts';
import type { LedgerData } from '../../src/records/records.ts';
import { readContent } from '../../src/ledger/format.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import type { Project } from './a-project.ts';
import { type Ended, readEvents, startProgram } from './run-program.ts';

/** Pseudo-random numbers from 0 to 1, the same for the same words. */
export type Random = () => number;

export interface KnownRecord<T extends keyof LedgerData = keyof LedgerData> {
  readonly seq: number;
  readonly type: T;
  readonly data: LedgerData[T];
}

export interface Survived {
  /** How often it was killed: a program that had ended before is not counted. */
  readonly kills: number;
  /** Every event of every start, in order. */
  readonly events: readonly RunEvent[];
  /** Commands and how they ended: for the reader of a failure. */
  readonly story: readonly string[];
  readonly exitCode: number | null;
}

/** Time for a turn, its measurement and its decision, on a machine that has nothing else to do. */
const LONGEST_MS = 1_500;
const MOST_RECORDS = 6;
/** More starts than any run needs. */
const MOST_STARTS = 400;

/** Kills it `kills` times, or until it is completed, and then lets it come to its end. */
export const surviveKills = async (project: Project, kills: number, random: Random): Promise<Survived> => {
  const events: RunEvent[] = [];
  const story: string[] = [];
  let killed = 0;
  for (let start = 1; start <= MOST_STARTS; start += 1) {
    // A run that is stuck, since it was killed three times at one place, waits for whoever says `resume`.
    const isHalted = findEnding(project) !== null;
    const command = findRunFolder(project) !== null && (isHalted || random() < 0.5) ? 'resume' : 'run';
    const program = startProgram(project, command, '--json');
    const how = killed < kills ? await killSometime(project, program, random) : 'let live';
    const ended: Ended = await program.ended;
    events.push(...readWhole(ended.stdout));
    if (ended.exitCode === null) {
      killed += 1;
      damage(project, random);
    }
    story.push(`${command}, ${how}: ${ended.exitCode ?? 'killed'} ${ended.stderr}`);
    const isDone = findEnding(project)?.status === 'completed';
    if (isDone || ![null, 1].includes(ended.exitCode))
      return { kills: killed, events, story, exitCode: ended.exitCode };
  }
  throw new Error(`Cannot complete the run:\n${story.join('\n')}`);
};

/** The last line of a killed program may be cut. */
const readWhole = (stdout: string): readonly RunEvent[] =>
  readEvents(
    stdout
      .split('\n')
      .filter((line) => line.endsWith('}'))
      .join('\n'),
  );

const killSometime = async (
  project: Project,
  { pid, ended }: { readonly pid: number; readonly ended: Promise<unknown> },
  random: Random,
): Promise<string> => {
  const isOver = ended.then(() => 'over');
  if (random() < 0.5) {
    const ms = Math.floor(random() * LONGEST_MS);
    const stop = new AbortController();
    const time = new Promise<string>((due) => {
      const timer = setTimeout(() => due('due'), ms);
      stop.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    if ((await Promise.race([time, isOver])) === 'due') kill(pid);
    stop.abort();
    return `after ${ms} ms`;
  }
  const records = 1 + Math.floor(random() * MOST_RECORDS);
  const due = untilAppended(project, records);
  if ((await Promise.race([due.there, isOver])) === 'due') kill(pid);
  due.close();
  return `after ${records} records`;
};

/** Resolves at the moment when so many more records stand in any ledger of the workspace. */
const untilAppended = ({ workspace }: Project, records: number) => {
  let seen = 0;
  let close = () => {};
  const there = new Promise<string>((due) => {
    // One event of a write; that of a file which is made is one too.
    const watcher = watch(workspace, { recursive: true }, (_event, name) => {
      if (name?.endsWith('ledger.jsonl') !== true) return;
      seen += 1;
      if (seen >= records) due('due');
    });
    close = () => watcher.close();
  });
  return { there, close };
};

/** Damage that a kill during a write may leave: a torn record, cut within a character, and a view that is cut short. */
const damage = (project: Project, random: Random): void => {
  const folder = findRunFolder(project);
  if (folder === null) return;
  const torn = Buffer.from(`{"seq":${readKnownRecords(project).length},"at":"2026-01-02T03:04:05.678Z","type":"é`);
  if (random() < 0.3) appendFileSync(join(folder, 'ledger.jsonl'), torn.subarray(0, -Math.floor(random() * 30) - 1));
  if (random() < 0.3) truncateSync(join(folder, 'phase-status.log'), Math.floor(random() * 200));
  if (random() < 0.3) truncateSync(join(folder, 'status.json'), Math.floor(random() * 200));
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself just now.
  }
};

const currentPath = ({ workspace }: Project): string => join(workspace, '.dualgate', 'current');

/** Folder of the run in the workspace; null before its first record. */
export const findRunFolder = (project: Project): string | null => {
  const current = currentPath(project);
  return existsSync(current)
    ? join(project.workspace, '.dualgate', 'runs', readFileSync(current, 'utf8').trim())
    : null;
};

/** None before the first; a torn last line is none. */
export const readKnownRecords = (project: Project): readonly KnownRecord[] => {
  const folder = findRunFolder(project);
  const text = folder === null ? '' : readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
  const lines = text.split('\n').slice(0, -1);
  // That a record carries what its type says is what `verify` is for.
  return lines.map((line) => {
    const sealed = JSON.parse(line) as LedgerRecord;
    return { ...sealed, ...readContent(sealed) } as unknown as KnownRecord;
  });
};

/** Records of one type. */
export const ofType = <T extends keyof LedgerData>(
  records: readonly KnownRecord[],
  type: T,
): readonly LedgerData[T][] => records.flatMap((each) => (each.type === type ? [each.data as LedgerData[T]] : []));

/** How the run ended; null while no record says so. */
export const findEnding = (project: Project): LedgerData['run.ended'] | null => {
  const last = readKnownRecords(project).at(-1);
  return last?.type === 'run.ended' ? (last.data as LedgerData['run.ended']) : null;
};
