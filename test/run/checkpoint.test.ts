import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { anchorFolder, writeAnchor } from '../../src/ledger/anchor.ts';
import { type LedgerRecord, sealRecord } from '../../src/ledger/ledger-record.ts';
import type { LedgerType } from '../../src/ledger/ledger-types.ts';
import { checkpointPath } from '../../src/run/checkpoint.ts';
import { findStanding } from '../../src/run/find-standing.ts';
import { glanceAtRun } from '../../src/run/glance.ts';
import { holdRun } from '../../src/run/hold-run.ts';
import { readCheckpoint } from '../../src/run/read-checkpoint.ts';
import { readStanding } from '../../src/run/read-run.ts';
import { standSince } from '../../src/run/stand-since.ts';
import { hashConfig } from '../../src/run/take-inventory.ts';
import type { LedgerData } from '../../src/run/work-record.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aFolder } from '../evidence/a-repository.ts';
import { withAnchorsAside } from './a-workspace.ts';

const RUN = 'r1';
const CONFIG = `version: 1
work: { spec: spec.md }
agent: { command: nobody }
tests: { command: node --test }
`;
const TREE = 'a'.repeat(64);
const AT = { phase: 'RED', iteration: 1, attempt: 1 };
const TURN = {
  outcome: 'ok',
  exit_code: 0,
  ms: 5,
  usage: { input_tokens: 7, output_tokens: 2, cost_usd: null },
} as const;
const COUNTS = { tests_passing: 0, tests_failing: 6, tests_skipped: 0 };
const TESTS = { test_run: 1, green: false, exit_code: 1, ms: 9, tree: TREE, counts: COUNTS, problems: [] };

type Written = { readonly [T in keyof LedgerData]: readonly [T, LedgerData[T]] }[keyof LedgerData];

const started = (config_hash: string): Written => [
  'run.started',
  {
    run: RUN,
    config: {},
    config_hash,
    inventory: { passing: ['a > one'], skipped: [], known_failing: [] },
    frozen: {},
    criteria: 4,
    criterion_ids: [],
    tree: TREE,
    head: null,
    versions: { dualgate: '0', node: '20' },
  },
];
const held = anIteration('RED', { tests_passing: 1 }, { run: RUN });
const HISTORY: readonly Written[] = [
  ['turn.ended', { ...AT, turn: TURN, transcript: 'transcripts/RED-1-1.stdout' }],
  ['tests.ended', { phase: 'RED', iteration: 1, ...TESTS }],
  ['attempt.void', { ...AT, outcome: 'crashed', why: 'The agent crashed' }],
  ['turn.ended', { ...AT, attempt: 2, turn: TURN, transcript: 'transcripts/RED-1-2.stdout' }],
  ['operator.guided', { phase: 'RED', by: 'ann', text: 'look again' }],
  ['chart.halted', { phase: 'RED', why: 'The agent asks for a person' }],
  ['run.settled', { status: 'needs_human', why: 'The agent asks for a person', exit_code: 4 }],
  ['run.resumed', { tree: TREE, ended: [] }],
  ['operator.resumed', { by: 'ann' }],
  [
    'operator.skipped',
    { phase: 'RED', by: 'ann', reason: 'later', exit: { frozen: {}, tests: [], failing: [], tree: TREE } },
  ],
  ['phase.left', { phase: 'RED', iteration: 0, forced_exit: true, by: 'ann', reason: 'later' }],
  ['run.settled', { status: 'interrupted', why: 'Interrupted', exit_code: 3 }],
];

const aRun = async () => {
  await withAnchorsAside();
  const folder = await aFolder();
  writeFileSync(join(folder, 'dualgate.yaml'), CONFIG);
  const config = parseConfig(CONFIG, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const open = (as: 'new' | 'begun') => holdRun({ config, run: RUN, as, now: () => new Date('2026-01-13T10:30:00Z') });
  const ledger = join(folder, '.dualgate/runs', RUN, 'ledger.jsonl');
  /** Writes all of these in one go, and lets go of the run. */
  const write = (...records: readonly Written[]) => {
    const { journal, close } = open(records[0]?.[0] === 'run.started' ? 'new' : 'begun');
    for (const [type, data] of records) journal.write(type, data);
    close();
  };
  const first = started(hashConfig(config));
  return { folder, config, ledger, open, write, first, shortWay: () => standShortly(ledger) };
};

const standShortly = (ledger: string) => {
  const checkpoint = readCheckpoint(RUN, ledger);
  return checkpoint === null ? null : standSince(checkpoint);
};

const linesOf = (ledger: string): readonly string[] => readFileSync(ledger, 'utf8').split('\n').slice(0, -1);
const lastOf = (ledger: string): LedgerRecord => JSON.parse(linesOf(ledger).at(-1) ?? '{}');
/** A record that anybody can seal who can write there. */
const seal = (after: LedgerRecord, type: LedgerType, data: Readonly<Record<string, unknown>>): string =>
  `${sealRecord({ seq: after.seq + 1, at: new Date(after.at), type, data, prev: after.hash }).line}\n`;

describe('a checkpoint', () => {
  test('and the end of the ledger say the same as the whole ledger, after every single record', async () => {
    const { config, open, first, ledger } = await aRun();
    const { journal, close } = open('new');
    for (const [type, data] of [first, ...HISTORY]) {
      journal.write(type, data);
      expect(standShortly(ledger), type).toEqual(await readStanding(config));
    }
    close();
    expect(linesOf(ledger)).toHaveLength(HISTORY.length + 1);
  });

  test('is made again after many quiet records, so that never many have to be folded', async () => {
    const { ledger, write, first } = await aRun();
    const turn = HISTORY[0] ?? first;
    write(first, ...Array.from({ length: 100 }, () => turn));
    const tail = readCheckpoint(RUN, ledger)?.tail.toString('utf8') ?? '';
    expect(tail.split('\n').length - 1).toBe(100 - 64);
  });

  test('does not count where the record that it was made at was changed, cut off or sealed anew', async () => {
    const { ledger, write, first, shortWay } = await aRun();
    write(first, ...HISTORY);
    const lines = linesOf(ledger);
    const before: LedgerRecord = JSON.parse(lines.at(-2) ?? '{}');
    const rewrite = (...kept: readonly string[]) => writeFileSync(ledger, kept.map((line) => `${line}\n`).join(''));
    const ends = [
      lines.slice(0, -1),
      [...lines.slice(0, -1), (lines.at(-1) ?? '').replace('Interrupted', 'interrupted')],
      [
        ...lines.slice(0, -1),
        seal(before, 'run.settled', { status: 'completed', why: 'Done', exit_code: 0 }).trimEnd(),
      ],
      [],
    ];
    for (const end of ends) {
      rewrite(...end);
      expect(shortWay()).toBeNull();
    }
    rewrite(...lines);
    expect(shortWay()).not.toBeNull();
  });

  test('does not count where anything but quiet records, well chained, came after it', async () => {
    const { ledger, write, first, shortWay, config } = await aRun();
    write(first, ...HISTORY);
    const sound = readFileSync(ledger);
    const last = lastOf(ledger);
    const quiet = seal(last, 'turn.ended', { ...AT, turn: TURN, transcript: 't' });
    const loud = [
      seal(last, 'phase.left', { phase: 'GREEN', iteration: 1, forced_exit: false }),
      seal(last, 'iteration.decided', { record: held, decision: { can_exit: true } }),
      quiet.replace('"ms":5', '"ms":6'),
      `${quiet}${quiet}`,
      'no record\n',
    ];
    for (const text of loud) {
      writeFileSync(ledger, sound);
      appendFileSync(ledger, text);
      expect(shortWay(), text).toBeNull();
    }
    writeFileSync(ledger, Buffer.concat([sound, Buffer.from(quiet), Buffer.from('{"seq":15,"at"')]));
    expect(shortWay()).toEqual(await readStanding(config));
  });

  test('does not count against an anchor of another head, or of one that the ledger does not reach', async () => {
    const { ledger, write, first, shortWay } = await aRun();
    write(first, ...HISTORY);
    const { seq, hash, at } = lastOf(ledger);
    const anchors = anchorFolder(process.env);
    for (const anchor of [
      { seq, hash: 'b'.repeat(64), at },
      { seq: seq + 1, hash, at },
    ]) {
      writeAnchor(anchors, RUN, anchor);
      expect(shortWay()).toBeNull();
    }
    writeFileSync(join(anchors, `${RUN}.json`), 'spoilt');
    expect(shortWay()).toBeNull();
  });

  test('that is torn, empty, of another run or of another version is none', async () => {
    const { ledger, write, first, shortWay } = await aRun();
    write(first, ...HISTORY);
    const path = checkpointPath(RUN, process.env);
    const whole = readFileSync(path, 'utf8');
    const spoilt = [
      '',
      whole.slice(0, 50),
      `${whole.split('\n')[0]}\n`,
      whole.replace('"run":"r1"', '"run":"r2"'),
      whole.replace(/"version":"[^"]*"/, '"version":"0.0.1"'),
      whole.replace(/"start":\d+/, '"start":0'),
      whole.replace(/"start":\d+/, '"start":-1'),
    ];
    for (const text of spoilt) {
      writeFileSync(path, text);
      expect(shortWay()).toBeNull();
    }
    writeFileSync(path, whole);
    expect(shortWay()).not.toBeNull();
    rmSync(ledger);
    expect(shortWay()).toBeNull();
  });

  test('spares a history of a gibibyte, of which nothing is read', async () => {
    const { folder, ledger, write, first } = await aRun();
    write(first, ...HISTORY);
    const path = checkpointPath(RUN, process.env);
    const last = linesOf(ledger).at(-1) ?? '';
    const start = 2 ** 30;
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"start":\d+/, `"start":${start}`));
    const descriptor = openSync(ledger, 'w');
    writeSync(descriptor, `${last}\n`, start);
    closeSync(descriptor);
    expect(glanceAtRun({ cwd: folder })).toMatchObject({ folder, status: { settled: { status: 'interrupted' } } });
  });

  test('is not what lies in the workspace: who forges status.json is not believed', async () => {
    const { folder, write, first } = await aRun();
    write(first, ...HISTORY);
    const view = join(folder, '.dualgate/runs', RUN, 'status.json');
    const forged = readFileSync(view, 'utf8')
      .replace('"interrupted"', '"completed"')
      .replace('"GREEN",\n  "iter', 'null,\n  "iter');
    writeFileSync(view, forged);
    mkdirSync(join(folder, '.dualgate/checkpoints'));
    writeFileSync(join(folder, '.dualgate/checkpoints', `${RUN}.json`), forged);
    expect(glanceAtRun({ cwd: folder })?.status).toMatchObject({ phase: 'GREEN', settled: { status: 'interrupted' } });
  });

  test('that cannot be written is no reason to stop: the whole ledger is read', async () => {
    const { config, write, first, shortWay } = await aRun();
    writeFileSync(join(process.env['XDG_STATE_HOME'] ?? '', 'dualgate'), 'a file in the place of the folder');
    write(first);
    expect(shortWay()).toBeNull();
    expect((await findStanding(config))?.phase).toBe('RED');
  });

  test('of a run that had another config is not used to measure by', async () => {
    const { config, write, ledger, shortWay } = await aRun();
    write(started('another'), ...HISTORY.slice(0, 5));
    const before = readFileSync(ledger, 'utf8');
    writeFileSync(ledger, before.replace('a > one', 'a > two'));
    expect(shortWay()).not.toBeNull();
    await expect(findStanding(config)).rejects.toThrow(
      /^Cannot believe the ledger of r1: record 0 \(line 1\) was changed/,
    );
    writeFileSync(ledger, before);
    expect((await findStanding(config))?.status.head.seq).toBe(5);
  });

  test('leaves no draft beside it', async () => {
    const { write, first } = await aRun();
    write(first, ...HISTORY);
    expect(readdirSync(join(checkpointPath(RUN, process.env), '..'))).toEqual([`${RUN}.json`]);
  });
});

describe('a run whose config may follow a work tree', () => {
  test('is not told at a glance, and neither is one without a checkpoint', async () => {
    const { folder, write, first } = await aRun();
    expect(glanceAtRun({ cwd: folder })).toBeNull();
    write(first);
    expect(glanceAtRun({ cwd: folder })?.status.phase).toBe('RED');
    writeFileSync(join(folder, 'dualgate.yaml'), `${CONFIG}workspace: worktree\n`);
    expect(glanceAtRun({ cwd: folder })).toBeNull();
    writeFileSync(join(folder, 'dualgate.yaml'), `${CONFIG}workspace: "work\\u0074ree"\n`);
    expect(glanceAtRun({ cwd: folder })).toBeNull();
  });
});
