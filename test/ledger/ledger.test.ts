import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import { createLedger, createMemoryLedger, openLedger } from '../../src/ledger/ledger.ts';
import { FIRST_PREV, type LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { bundleChild } from './bundle-child.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';
import { waitForTick } from './wait-for-tick.ts';

const catchTrouble = (attempt: () => unknown): { readonly trouble: string; readonly message: string } => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof LedgerError) return { trouble: error.trouble, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
};

/** Writes into the file that is there, as `dd conv=notrunc` does. */
const overwriteWhole = (path: string, text: string): void => {
  waitForTick(path);
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, text, 0);
  closeSync(descriptor);
};

const overwrite = (path: string, from: string, to: string): void =>
  overwriteWhole(path, readFileSync(path, 'utf8').replace(from, to));

/** A ledger of three records in a folder of its own. */
const writeThree = (folder: string) => {
  const path = join(folder, 'ledger.jsonl');
  const ledger = createLedger(path, STILL);
  const records = [
    ledger.append('run.started', { run: 'r1' }),
    ledger.append('turn.ended', { text: 'zwölf\u2028' }),
    ledger.append('run.ended', { status: 'completed' }),
  ];
  return { path, ledger, records };
};

/** Notices while it is opened. */
const openAndHear = (path: string) => {
  const records: LedgerRecord[] = [];
  const opened = openLedger(path, { ...STILL, onRecord: (record) => records.push(record) });
  return { ...opened, records };
};

describe('a ledger', () => {
  test('is on the disk, line by line and chained, when append returns', () => {
    const path = join(makeTempFolder(), 'runs', 'r1', 'ledger.jsonl');
    const ledger = createLedger(path, STILL);
    expect(ledger.head).toEqual({ seq: -1, hash: FIRST_PREV });
    const first = ledger.append('run.started', { run: 'r1' });
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(first)}\n`);
    const second = ledger.append('run.ended', {});
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(first)}\n${JSON.stringify(second)}\n`);
    expect([first.seq, first.prev, second.seq, second.prev]).toEqual([0, FIRST_PREV, 1, first.hash]);
    expect(ledger.head).toEqual({ seq: 1, hash: second.hash });
    ledger.close();
  });

  test('never starts over an existing one', () => {
    const { path, ledger } = writeThree(makeTempFolder());
    const before = readFileSync(path);
    expect(catchTrouble(() => createLedger(path, STILL))).toEqual({
      trouble: 'exists',
      message: `Cannot create the ledger ${path}: EEXIST: file already exists, open '${path}'. Resume that run, or start one with another id.`,
    });
    expect(readFileSync(path)).toEqual(before);
    ledger.close();
  });

  test('that cannot be made or found names the path and the cause', () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, 'file'), '');
    const inFile = join(folder, 'file', 'ledger.jsonl');
    expect(catchTrouble(() => createLedger(inFile, STILL))).toMatchObject({ trouble: 'unwritable' });
    const missing = join(folder, 'none.jsonl');
    expect(catchTrouble(() => openLedger(missing, STILL))).toEqual({
      trouble: 'unreadable',
      message: `Cannot open the ledger ${missing}: ENOENT: no such file or directory, open '${missing}'. Check the path and its permissions.`,
    });
  });

  test('continues at its end when it is opened again', async () => {
    const { path, ledger, records } = writeThree(makeTempFolder());
    ledger.close();
    const opened = openAndHear(path);
    expect(opened).toMatchObject({ records, tornLine: null });
    const fourth = opened.ledger.append('run.resumed', {});
    expect([fourth.seq, fourth.prev]).toEqual([3, records[2]?.hash]);
    opened.ledger.close();
    expect(await verifyLedger(path)).toMatchObject({ ok: true, records: 4, head: { seq: 3, hash: fourth.hash } });
  });

  test('takes no record that is not plain JSON, and continues with the next', () => {
    const { path, ledger } = writeThree(makeTempFolder());
    const before = readFileSync(path, 'utf8');
    expect(catchTrouble(() => ledger.append('turn.ended', { ms: NaN })).trouble).toBe('not_json');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(ledger.append('turn.ended', { ms: 1 }).seq).toBe(3);
    ledger.close();
  });

  test('takes nothing more when it was closed; closing it twice does no harm', () => {
    const { ledger } = writeThree(makeTempFolder());
    ledger.close();
    ledger.close();
    expect(catchTrouble(() => ledger.append('turn.ended', {})).trouble).toBe('closed');
  });

  test('in memory seals the same records as one on the disk', () => {
    const { ledger, records } = writeThree(makeTempFolder());
    ledger.close();
    const memory = createMemoryLedger(STILL);
    for (const { data } of records.slice(0, 1)) memory.append('run.started', data);
    expect(memory.records).toEqual(records.slice(0, 1));
    expect(memory.head).toEqual({ seq: 0, hash: records[0]?.hash });
  });
});

describe('an agent that reaches for the ledger', () => {
  const attempts: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    [
      'appends a record of its own',
      (path) => appendFileSync(path, '{}\n'),
      /another process wrote to it \(got \d+ bytes/,
    ],
    ['takes the last bytes away', (path) => truncateSync(path, statSync(path).size - 1), /another process wrote to it/],
    ['empties it', (path) => truncateSync(path), /another process wrote to it \(got 0 bytes/],
    ['deletes it', (path) => rmSync(path), /the file is missing/],
    [
      'puts a copy in its place',
      (path) => {
        writeFileSync(`${path}.copy`, readFileSync(path));
        renameSync(`${path}.copy`, path);
      },
      /the file was replaced with another one/,
    ],
  ];
  test.each(attempts)('and %s is found at the next append, and no later one passes', (_, reach, message) => {
    const { path, ledger } = writeThree(makeTempFolder());
    reach(path);
    const append = () => ledger.append('run.ended', { status: 'completed' });
    const refused = catchTrouble(append);
    expect(refused.trouble).toBe('foreign');
    expect(refused.message).toMatch(message);
    expect(catchTrouble(append).trouble).toBe('closed');
    ledger.close();
  });

  const inPlace: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    [
      'changes a digit in an earlier record, in place',
      (path) => overwrite(path, '"r1"', '"r2"'),
      /another process wrote to it: record 0 \(line 1\) was changed: its hash does not match\. Run dualgate verify\.$/,
    ],
    [
      'changes a letter of the last record and sets the times of the file back',
      (path) => {
        const { atime, mtime } = statSync(path);
        overwrite(path, 'completed', 'COMPLETED');
        utimesSync(path, atime, mtime);
      },
      /another process wrote to it: record 2 \(line 3\) was changed/,
    ],
    [
      'seals a chain of the same length anew',
      (path) => {
        const other = createMemoryLedger(STILL);
        other.append('run.started', { run: 'r2' });
        other.append('turn.ended', { text: 'zwölf\u2028' });
        other.append('run.ended', { status: 'completed' });
        overwriteWhole(path, other.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      },
      /another process wrote to it: its records differ from the written ones/,
    ],
  ];
  test.each(inPlace)('and %s is found at the next append', (_, reach, message) => {
    const { path, ledger } = writeThree(makeTempFolder());
    const { size } = statSync(path);
    reach(path);
    expect(statSync(path).size).toBe(size);
    const refused = catchTrouble(() => ledger.append('run.ended', { status: 'completed' }));
    expect(refused.trouble).toBe('foreign');
    expect(refused.message).toMatch(message);
    expect(statSync(path).size).toBe(size);
    ledger.close();
  });

  test('and only touches it, links it or puts back what it changed ends no run', async () => {
    const { path, ledger } = writeThree(makeTempFolder());
    linkSync(path, `${path}.backup`);
    expect(ledger.append('run.resumed', {}).seq).toBe(3);
    utimesSync(path, 1, 1);
    expect(ledger.append('run.resumed', {}).seq).toBe(4);
    overwrite(path, '"r1"', '"r2"');
    overwrite(path, '"r2"', '"r1"');
    expect(ledger.append('run.resumed', {}).seq).toBe(5);
    ledger.close();
    expect(await verifyLedger(path)).toMatchObject({ ok: true, records: 6 });
  });

  test('and changes a ledger that was opened again is found at the first append', () => {
    const { path, ledger } = writeThree(makeTempFolder());
    ledger.close();
    const opened = openLedger(path, STILL);
    overwrite(path, '"r1"', '"r2"');
    expect(catchTrouble(() => opened.ledger.append('run.resumed', {})).message).toMatch(
      /record 0 \(line 1\) was changed/,
    );
    opened.ledger.close();
  });

  test('and changes a digit in place is found when the ledger is opened', () => {
    const { path, ledger } = writeThree(makeTempFolder());
    ledger.close();
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('completed', 'COMPLETED'));
    expect(catchTrouble(() => openLedger(path, STILL))).toEqual({
      trouble: 'broken',
      message: `Cannot continue from the ledger ${path}: record 2 (line 3) was changed: its hash does not match. Do not continue from this ledger. Restore it from a copy, or start a new run.`,
    });
    expect(readFileSync(path, 'utf8')).toBe(text.replace('completed', 'COMPLETED'));
  });

  test('and cuts its last record off is found against the anchor', () => {
    const { path, ledger } = writeThree(makeTempFolder());
    const anchor = ledger.head;
    ledger.close();
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`);
    expect(catchTrouble(() => openLedger(path, { ...STILL, anchor })).message).toContain(
      'the ledger ends at record 1, but record 2 was anchored',
    );
    openLedger(path, STILL).ledger.close();
  });
});

describe('a crash in the middle of a record', () => {
  test('at any byte leaves all complete records, and keeps the incomplete line beside them', () => {
    const whole = makeTempFolder();
    const { path: source, ledger, records } = writeThree(whole);
    ledger.close();
    const bytes = readFileSync(source);
    const folder = makeTempFolder();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const path = join(folder, 'ledger.jsonl');
        writeFileSync(path, bytes.subarray(0, length));
        const wholeLines = bytes.subarray(0, length).toString('latin1').split('\n').length - 1;
        const end = bytes.subarray(0, length).lastIndexOf(10) + 1;
        const torn = bytes.subarray(end, length);
        const opened = openAndHear(path);
        expect(opened.records).toEqual(records.slice(0, wholeLines));
        expect(opened.tornLine).toBe(torn.length === 0 ? null : torn.toString('utf8'));
        const kept = readdirSync(folder).filter((name) => name !== 'ledger.jsonl');
        expect(kept).toEqual(torn.length === 0 ? [] : ['ledger.torn-1']);
        expect(kept.map((name) => readFileSync(join(folder, name)))).toEqual(torn.length === 0 ? [] : [torn]);
        expect(readFileSync(path)).toEqual(bytes.subarray(0, end));
        expect(opened.ledger.append('run.resumed', {}).seq).toBe(wholeLines);
        opened.ledger.close();
        rmSync(join(folder, 'ledger.torn-1'), { force: true });
      }),
      { numRuns: 300 },
    );
  });

  test('or a power cut that left zeros where the record was to be, leaves all whole records', () => {
    const { path, ledger, records } = writeThree(makeTempFolder());
    ledger.close();
    appendFileSync(path, Buffer.alloc(4_096));
    const read: LedgerRecord[] = [];
    const opened = openLedger(path, { ...STILL, onRecord: (record) => read.push(record) });
    expect({ read, torn: opened.tornLine }).toEqual({ read: records, torn: '\0'.repeat(4_096) });
    opened.ledger.close();
  });

  test('a second time does not overwrite what the first one left', () => {
    const folder = makeTempFolder();
    const { path, ledger } = writeThree(folder);
    ledger.close();
    for (const torn of ['{"seq":3', '{"seq":3,"at"']) {
      appendFileSync(path, torn);
      openLedger(path, STILL).ledger.close();
    }
    expect(readdirSync(folder)).toEqual(['ledger.jsonl', 'ledger.torn-1', 'ledger.torn-2']);
    expect(readFileSync(join(folder, 'ledger.torn-2'), 'utf8')).toBe('{"seq":3,"at"');
  });
});

describe('a disk that is full', () => {
  test.skipIf(process.platform === 'win32')(
    'gives an error with path and cause, and leaves no half record (needs a POSIX shell)',
    async () => {
      const folder = makeTempFolder();
      const program = await bundleChild('fill-disk', folder);
      const path = join(folder, 'ledger.jsonl');
      // The limit on file sizes makes the system write part of a record and then refuse, as a full disk does.
      const command = 'ulimit -f 4; exec "$0" "$1" "$2"';
      const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, program, path], {
        encoding: 'utf8',
      });
      const said: { readonly seq: number } = JSON.parse(stdout || JSON.stringify({ stderr }));
      expect(said).toEqual({
        code: 'E_LEDGER',
        trouble: 'unwritable',
        seq: said.seq,
        message: `Cannot append to the ledger ${path}: EFBIG: file too large, write. Free disk space or fix the permissions, then resume.`,
      });
      expect(said.seq).toBeGreaterThan(2);
      expect(await verifyLedger(path)).toMatchObject({ ok: true, records: said.seq + 1, torn: null });
    },
  );
});
