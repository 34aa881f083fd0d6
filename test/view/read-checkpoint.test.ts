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
import { anchorFolder, writeAnchor } from '../../src/ledger/anchor.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { worktreeNote } from '../../src/ledger/state-folder.ts';
import { checkpointPath, FOLD_SHAPE, readCheckpoint } from '../../src/view/read-checkpoint.ts';
import { UNSTARTED } from '../../src/records/fold/work-state.ts';
import { findRunSummary } from '../../src/run/measure.ts';
import { glanceAtRun } from '../../src/view/glance.ts';
import { readRunSummary } from '../../src/view/read-run.ts';
import {
  aRun,
  AT,
  CONFIG,
  held,
  HISTORY,
  lastOf,
  linesOf,
  RUN,
  seal,
  statusOfCheckpoint,
  started,
  TURN,
} from '../run/a-checkpointed-run.ts';

describe('a checkpoint', () => {
  test('and the end of the ledger give the same as the whole ledger, after every single record', async () => {
    const { config, open, first, ledger } = await aRun();
    const { journal, close } = open('new');
    for (const [type, data] of [first, ...HISTORY]) {
      journal.write(type, data);
      expect(statusOfCheckpoint(ledger), type).toEqual(await readRunSummary(config));
    }
    close();
    expect(linesOf(ledger)).toHaveLength(HISTORY.length + 1);
  });

  test('is made again after many quiet records, so that few have to be folded', async () => {
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
      [...lines.slice(0, -1), seal(before, 'run.ended', { status: 'completed', why: 'Done', exit_code: 0 }).trimEnd()],
      [],
    ];
    for (const end of ends) {
      rewrite(...end);
      expect(shortWay()).toBeNull();
    }
    rewrite(...lines);
    expect(shortWay()).not.toBeNull();
  });

  test('does not count where other than quiet, well chained records came after it', async () => {
    const { ledger, write, first, shortWay, config } = await aRun();
    write(first, ...HISTORY);
    const sound = readFileSync(ledger);
    const last = lastOf(ledger);
    const quiet = seal(last, 'turn.ended', { ...AT, turn: TURN, transcript: 't' });
    const loud = [
      seal(last, 'phase.exited', { phase: 'GREEN', iteration: 1, forced_exit: false }),
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
    expect(shortWay()).toEqual(await readRunSummary(config));
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

  test('carries the number of its shape: where a field comes or goes here, FOLD_SHAPE is one more', async () => {
    const { write, first, ledger } = await aRun();
    write(first, ...HISTORY);
    const checkpoint = readCheckpoint(RUN, ledger);
    const { sums, ...state } = checkpoint?.state() ?? UNSTARTED;
    const fieldsOf = (value: object = {}) => Object.keys(value).toSorted().join(' ');
    expect({
      FOLD_SHAPE,
      status: fieldsOf(checkpoint?.status),
      phase: fieldsOf(checkpoint?.status.by_phase[0]),
      state: fieldsOf(state),
      sums: fieldsOf(sums),
      ofPhase: fieldsOf(sums.byPhase['RED']),
    }).toMatchInlineSnapshot(`
      {
        "FOLD_SHAPE": 12,
        "ofPhase": "agentMs discarded exit held heldBy iterations lastHeld testsMs",
        "phase": "agent_ms discarded_turns flakiness held held_iterations iterations last_held outcome phase tests_ms usage",
        "state": "aborted accepted base baseline branch breaker changed configHash criteria deadlocks declared discarded ending exits failing forced frozen gone guards guidance held iteration iterationsUsed last lastExit limits lists mutationChecked openEnds phaseSince phaseTree reopened resets reviews rollbacks run runIterationsUsed seen session since sources spending suiteMs tests thresholds untested usage writes",
        "status": "accepted began branch breaker budget by_phase criteria ending forced_exits guidance head held iteration phase phases reopened resets rollbacks run spec suite_ms suite_runs usage v waits worked_ms",
        "sums": "began byPhase clock limits phases position removedTranscripts spec step suiteRuns wait",
      }
    `);
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
    expect(glanceAtRun({ cwd: folder })).toMatchObject({ folder, status: { ending: { status: 'interrupted' } } });
  });

  test('is not the file in the workspace: a forged status.json is not used', async () => {
    const { folder, write, first } = await aRun();
    write(first, ...HISTORY);
    const view = join(folder, '.dualgate/runs', RUN, 'status.json');
    const forged = readFileSync(view, 'utf8')
      .replace('"interrupted"', '"completed"')
      .replace('"GREEN",\n  "iter', 'null,\n  "iter');
    writeFileSync(view, forged);
    mkdirSync(join(folder, '.dualgate/checkpoints'));
    writeFileSync(join(folder, '.dualgate/checkpoints', `${RUN}.json`), forged);
    expect(glanceAtRun({ cwd: folder })?.status).toMatchObject({ phase: 'GREEN', ending: { status: 'interrupted' } });
  });

  test('that cannot be written stops nothing: the whole ledger is read', async () => {
    const { config, write, first, shortWay } = await aRun();
    writeFileSync(join(process.env['XDG_STATE_HOME'] ?? '', 'dualgate'), 'a file in the place of the folder');
    write(first);
    expect(shortWay()).toBeNull();
    expect((await findRunSummary(config))?.phase).toBe('RED');
  });

  test('of a run that had another config is not used to measure by', async () => {
    const { config, write, ledger, shortWay } = await aRun();
    write(started('another'), ...HISTORY.slice(0, 5));
    const before = readFileSync(ledger, 'utf8');
    writeFileSync(ledger, before.replace('a > one', 'a > two'));
    expect(shortWay()).not.toBeNull();
    await expect(findRunSummary(config)).rejects.toThrow(
      /^Cannot trust the ledger of r1: record 0 \(line 1\) was changed/,
    );
    writeFileSync(ledger, before);
    expect((await findRunSummary(config))?.status.head.seq).toBe(5);
  });

  test('leaves no draft beside it', async () => {
    const { write, first } = await aRun();
    write(first, ...HISTORY);
    expect(readdirSync(join(checkpointPath(RUN, process.env), '..'))).toEqual([`${RUN}.json`]);
  });
});

describe('a checkout whose runs may work elsewhere', () => {
  test('is shown at a glance until it notes a work tree or a list; without a run the glance reports that', async () => {
    const { folder, open, first } = await aRun();
    expect(() => glanceAtRun({ cwd: folder })).toThrow(
      `Cannot find a run in ${folder}: it has none yet. Start one with dualgate run, or dualgate session start in an agent session.`,
    );
    const { journal, close } = open('new');
    journal.write(first[0], first[1]);
    const phase = () => glanceAtRun({ cwd: folder })?.status.phase;
    expect(phase()).toBe('RED');
    // The config is not read: without a note there is no status to use.
    writeFileSync(join(folder, 'dualgate.yaml'), `${CONFIG}workspace: worktree\n`);
    expect(phase()).toBe('RED');
    const note = worktreeNote(folder, process.env);
    mkdirSync(join(note, '..'), { recursive: true });
    writeFileSync(join(note, '..', 'of-another-checkout'), '/elsewhere\n');
    expect(phase()).toBe('RED');
    writeFileSync(note, '/elsewhere\n');
    expect(phase()).toBeUndefined();
    rmSync(note);
    expect(phase()).toBe('RED');
    mkdirSync(join(folder, '.dualgate/lists'));
    writeFileSync(join(folder, '.dualgate/lists/current'), 'list-1\n');
    expect(phase()).toBeUndefined();
    close();
  });
});

describe('a run that was killed', () => {
  test('is read completely once, so that STATE.md no longer says that a loop is active; then it is shown at a glance', async () => {
    const { folder, config, write, first } = await aRun();
    write(first);
    const status = () => readFileSync(join(folder, '.dualgate/STATE.md'), 'utf8').split('\n')[2];
    expect([status(), glanceAtRun({ cwd: folder })]).toEqual(['Status: RUNNING', null]);
    await readRunSummary(config);
    expect([status(), glanceAtRun({ cwd: folder })?.status.phase]).toEqual(['Status: CRASHED', 'RED']);
    rmSync(join(folder, '.dualgate/STATE.md'));
    expect(glanceAtRun({ cwd: folder }), 'a missing page is made again from the whole ledger').toBe(null);
    await readRunSummary(config);
    expect(status()).toBe('Status: CRASHED');
  });
});
