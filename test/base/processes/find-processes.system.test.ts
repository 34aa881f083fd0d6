import { describe, expect, test } from 'vitest';
import { findFamily, isStartedUnder } from '../../../src/base/processes/find-processes.ts';
import type { ProcessTable, RunningProcess } from '../../../src/base/processes/end-processes.ts';

const marker = { name: 'DUALGATE_RUN', value: 'r1' };

/** An unmarked process of another user; a test states only the fields that matter. */
const aProcess = (pid: number, but: Partial<RunningProcess> & { readonly marked?: boolean } = {}): RunningProcess => ({
  pid,
  parent: 1,
  session: pid,
  started: `${pid}`,
  dead: false,
  memory: () => 0,
  ownMemory: () => 0,
  carries: ({ name, value }) =>
    but.marked === true && name === marker.name && (value === null || value === marker.value),
  ignoresInterrupt: () => false,
  describe: () => '',
  cwd: () => null,
  ...but,
});
const tableOf = (...running: readonly RunningProcess[]): ProcessTable => ({
  list: () => running,
  read: (pid) => running.find((it) => it.pid === pid) ?? null,
});
const root = aProcess(900_000);
const pidsOf = (family: readonly RunningProcess[]) => family.map(({ pid }) => pid).toSorted((a, b) => a - b);

describe('the family of a program', () => {
  test('is the program, its session, its descendants and the carriers of the marker with theirs', () => {
    const table = tableOf(
      root,
      aProcess(900_001, { session: root.pid }),
      aProcess(900_002, { parent: root.pid }),
      aProcess(900_003, { marked: true }),
      aProcess(900_004, { parent: 900_003 }),
      aProcess(900_005, { parent: 900_004 }),
      aProcess(900_006),
    );
    const family = findFamily({ root, marker, known: [] }, table);
    expect(pidsOf(family)).toEqual([900_000, 900_001, 900_002, 900_003, 900_004, 900_005]);
  });

  test('keeps a member that was found before its parent ended', () => {
    const orphan = aProcess(900_001);
    expect(pidsOf(findFamily({ root, marker: null, known: [orphan] }, tableOf(orphan)))).toEqual([900_001]);
  });

  test('leaves out a stranger that was given the number of the program, and its session', () => {
    const table = tableOf(
      aProcess(root.pid, { started: 'later' }),
      aProcess(900_001, { session: root.pid, parent: root.pid }),
    );
    expect(findFamily({ root, marker, known: [] }, table)).toEqual([]);
  });

  test('leaves out a stranger that was given the number of a member', () => {
    const table = tableOf(aProcess(900_001, { started: 'later' }));
    expect(findFamily({ root, marker, known: [aProcess(900_001)] }, table)).toEqual([]);
  });

  test('never has ourselves, an ancestor of ours or the first process in it, though they carry the marker', () => {
    const table = tableOf(
      aProcess(1, { parent: 0, marked: true }),
      aProcess(900_001, { marked: true }),
      aProcess(900_002, { parent: 900_001, marked: true }),
      aProcess(process.pid, { parent: 900_002, marked: true }),
    );
    expect(findFamily({ root: null, marker, known: [] }, table)).toEqual([]);
  });

  test('has our own marked child in it, and ends in a table whose parents go in a circle', () => {
    const table = tableOf(
      aProcess(process.pid, { parent: 900_001 }),
      aProcess(900_001, { parent: process.pid }),
      aProcess(900_002, { parent: process.pid, marked: true }),
    );
    expect(pidsOf(findFamily({ root: null, marker, known: [] }, table))).toEqual([900_002]);
  });
});

describe('a process that was started under a marker', () => {
  const us = (parent: number) => aProcess(process.pid, { parent });

  test('carries it itself, or has an ancestor that does: taking it out of the environment does not help', () => {
    const agent = aProcess(900_001, { marked: true });
    const shell = aProcess(900_002, { parent: 900_001 });
    expect(isStartedUnder(marker, tableOf(agent, shell, us(900_002)))).toBe(true);
    expect(isStartedUnder(marker, tableOf(aProcess(process.pid, { marked: true })))).toBe(true);
  });

  test('is none that merely runs beside one', () => {
    expect(isStartedUnder(marker, tableOf(aProcess(900_001, { marked: true }), us(1)))).toBe(false);
  });

  test('is one of any run if any will do', () => {
    const any = { ...marker, value: null };
    expect(isStartedUnder(any, tableOf(aProcess(900_001, { marked: true }), us(900_001)))).toBe(true);
    expect(isStartedUnder(any, tableOf(aProcess(900_001), us(900_001)))).toBe(false);
  });

  test('is none that carries the marker of another run', () => {
    const agent = aProcess(900_001, { marked: true });
    expect(isStartedUnder({ ...marker, value: 'r2' }, tableOf(agent, us(900_001)))).toBe(false);
  });
});
