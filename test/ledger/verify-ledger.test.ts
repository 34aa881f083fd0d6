import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { LedgerHead } from '../../src/ledger/check-chain.ts';
import { createMemoryLedger, openLedger } from '../../src/ledger/ledger.ts';
import { FIRST_PREV, hashBytes, SEAL_LENGTH, sealRecord } from '../../src/ledger/ledger-record.ts';
import { type Verification, verifyLedger } from '../../src/ledger/verify-ledger.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';

const EARLIER = fileURLToPath(new URL('an-earlier-build.jsonl', import.meta.url));

/** Lines of a sound ledger; `word` makes it another one. */
const makeLines = (count: number, word = 'x'): readonly string[] => {
  const ledger = createMemoryLedger(STILL);
  for (let number = 0; number < count; number += 1) ledger.append('turn.ended', { number, text: `${word} ä "hash"` });
  return ledger.records.map((record) => JSON.stringify(record));
};

const headOf = (lines: readonly string[]): LedgerHead => {
  const { seq, hash }: LedgerHead = JSON.parse(lines.at(-1) ?? '{}');
  return { seq, hash };
};

const writeLines = (path: string, lines: readonly string[]): void =>
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));

const verifyLines = (lines: readonly string[], anchor?: LedgerHead): Promise<Verification> => {
  const path = join(makeTempFolder(), 'ledger.jsonl');
  writeLines(path, lines);
  return verifyLedger(path, anchor);
};

/** `code seq line`, for each problem. */
const name = ({ problems }: Verification): readonly string[] =>
  problems.map(({ code, seq, line }) => `${code} ${seq} ${line}`);

const LINES = makeLines(6);
const [L0 = '', L1 = '', L2 = '', L3 = '', L4 = '', L5 = ''] = LINES;
const changed = L2.replace('"number":2', '"number":7');
const forged = sealRecord({ ...JSON.parse(L2), at: STILL.now(), data: { forged: true } }).line;
const chained = sealRecord({ ...JSON.parse(L0), at: STILL.now(), prev: headOf([L1]).hash }).line;

describe('verify', () => {
  test('finds nothing wrong with records whose clock was set back between them: their order is in the chain', async () => {
    let hour = 9;
    const ledger = createMemoryLedger({ now: () => new Date(Date.UTC(2026, 0, 2, hour--)) });
    for (let number = 0; number < 3; number += 1) ledger.append('turn.ended', { number });
    const lines = ledger.records.map((record) => JSON.stringify(record));
    expect(ledger.records.map(({ at }) => at.slice(11, 13))).toEqual(['09', '08', '07']);
    expect(await verifyLines(lines, headOf(lines))).toMatchObject({ ok: true, records: 3, problems: [] });
  });

  test('finds nothing wrong with a sound ledger, with and without its anchor', async () => {
    const sound = { ok: true, records: 6, head: headOf(LINES), problems: [], torn: null };
    expect(await verifyLines(LINES)).toEqual(sound);
    expect(await verifyLines(LINES, headOf(LINES))).toEqual(sound);
    expect(await verifyLines(LINES, headOf(LINES.slice(0, 3)))).toEqual(sound);
  });

  test('checks the ledger of an earlier build by its hashes', async () => {
    expect(await verifyLedger(EARLIER)).toEqual({
      ok: true,
      records: 4,
      head: { seq: 3, hash: '96f6ea56c6774bdab2d10a06c00d520265716c9d4f3b60b6da99d1400a795e7e' },
      problems: [],
      torn: null,
    });
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['a changed record', [L0, L1, changed, L3, L4, L5], ['changed 2 3']],
    ['a changed last record', [L0, L1, L2, L3, L4, L5.replace('ä', 'a')], ['changed 5 6']],
    ['a record that is none any more', [L0, L1, L2.slice(1), L3, L4, L5], ['garbage null 3']],
    ['a lost record', [L0, L1, L3, L4, L5], ['lost 2 3']],
    ['a lost first record', [L1, L2, L3, L4, L5], ['lost 0 1']],
    ['several lost records, apart', [L0, L2, L3, L5], ['lost 1 2', 'lost 4 4']],
    ['a lost record beside a changed one', [L0, changed, L3, L4, L5], ['changed 2 2', 'lost 1 3']],
    ['an inserted line', [L0, L1, 'hello', L2, L3, L4, L5], ['garbage null 3']],
    ['an empty line', [L0, L1, '', L2, L3, L4, L5], ['garbage null 3']],
    ['an inserted record', [L0, L1, L2, forged, L3, L4, L5], ['inserted 2 4']],
    ['a record in the place of another', [L0, L1, forged, L3, L4, L5], ['unlinked 3 4']],
    ['a doubled record', [L0, L1, L2, L2, L3, L4, L5], ['doubled 2 4']],
    ['a record doubled far away', [L0, L1, L2, L3, L4, L5, L1], ['doubled 1 7']],
    ['two swapped records', [L0, L2, L1, L3, L4, L5], ['reordered 1 3']],
    ['a record moved to the end', [L0, L2, L3, L4, L5, L1], ['reordered 1 6']],
    ['a first record chained to something', [chained], ['unlinked 0 1']],
    ['the tail of another ledger', [L0, L1, ...makeLines(4, 'y').slice(2)], ['unlinked 2 3']],
    ['line ends of Windows', [`${L0}\r`, `${L1}\r`], ['garbage null 1', 'garbage null 2']],
    ['no record at all', [], ['empty null null']],
  ])('names %s', async (_, lines, problems) => {
    const verification = await verifyLines(lines);
    expect(name(verification)).toEqual(problems);
    expect(verification.ok).toBe(false);
  });

  test('says in a sentence what is wrong and what to do', async () => {
    expect((await verifyLines([L0, L1, L4, L5])).problems).toEqual([
      {
        code: 'lost',
        seq: 2,
        line: 3,
        offset: Buffer.byteLength(`${L0}\n${L1}\n`),
        what: 'records 2 to 3 are missing before line 3',
        advice: 'Do not continue from this ledger. Restore it from a copy, or start a new run.',
      },
    ]);
  });

  test('names a last line without a newline, whole as it may look', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeFileSync(path, `${L0}\n${L1}`);
    const verification = await verifyLedger(path);
    expect(verification).toMatchObject({ ok: false, records: 1, head: headOf([L0]), torn: L1 });
    expect(name(verification)).toEqual(['torn null 2']);
  });

  test('names zeros at the end for what they are: a file system leaves them when the power fails', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeFileSync(path, `${L0}\n${'\0'.repeat(4000)}`);
    expect((await verifyLedger(path)).problems).toEqual([
      {
        code: 'torn',
        seq: null,
        line: 2,
        offset: Buffer.byteLength(L0) + 1,
        what: 'line 2 is 4000 bytes of zeros: a file system leaves them when the power fails',
        advice: 'A crash causes this: dualgate resume cuts the line off, keeps it beside the ledger and continues.',
      },
    ]);
  });

  test('does not say that resume continues from a torn line when records are gone as well', async () => {
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeFileSync(path, `${L0}\n${L1}\n${L2.slice(0, 40)}`);
    const { problems } = await verifyLedger(path, headOf([L0, L1, L2]));
    expect(problems.map(({ code, advice }) => [code, advice])).toEqual([
      ['cut', 'Written records are missing: restore the ledger from a copy, or start a new run.'],
      ['torn', 'A crash causes this, but not the other problems: dualgate resume does not continue from it.'],
    ]);
  });

  test('sees a ledger that was cut at its end only against the anchor', async () => {
    expect((await verifyLines(LINES.slice(0, 4))).ok).toBe(true);
    expect(name(await verifyLines(LINES.slice(0, 4), headOf(LINES)))).toEqual(['cut 5 null']);
    expect(name(await verifyLines([], headOf(LINES)))).toEqual(['cut 5 null', 'empty null null']);
  });

  test('sees a chain that was sealed anew only against the anchor', async () => {
    const other = makeLines(9, 'all green');
    expect((await verifyLines(other)).ok).toBe(true);
    expect(name(await verifyLines(other, headOf(LINES)))).toEqual(['rewritten 5 null']);
  });

  test('reports no more than 100 problems of a ledger that is all wrong', async () => {
    const verification = await verifyLines(Array.from({ length: 5000 }, () => 'x'));
    expect([verification.ok, verification.problems.length]).toEqual([false, 100]);
  });

  test('gives an error for a file that is not there', async () => {
    const path = join(makeTempFolder(), 'none.jsonl');
    await expect(verifyLedger(path)).rejects.toMatchObject({ code: 'E_LEDGER', trouble: 'unreadable', path });
  });

  test('reads lines that lie across the pieces in which a file is read', async () => {
    const lines = makeLines(700, 'long '.repeat(1000));
    expect(await verifyLines(lines)).toMatchObject({ ok: true, records: 700, head: headOf(lines) });
  });

  test('takes data that is printed with blanks under a hash that matches, and so does who opens the ledger', async () => {
    const [first = ''] = makeLines(1);
    const spaced = first.slice(0, -SEAL_LENGTH).replace('"data":{', '"data":{ ');
    const hash = hashBytes(spaced);
    const chained = sealRecord({ seq: 1, at: STILL.now(), type: 'turn.ended', data: { a: 1 }, prev: hash });
    const path = join(makeTempFolder(), 'ledger.jsonl');
    writeLines(path, [`${spaced},"hash":"${hash}"}`, chained.line]);
    expect(await verifyLedger(path)).toMatchObject({
      ok: true,
      records: 2,
      head: { seq: 1, hash: chained.record.hash },
    });
    const received: number[] = [];
    const { ledger } = openLedger(path, { ...STILL, onRecord: ({ seq }) => received.push(seq) });
    expect([received, ledger.head]).toEqual([[0, 1], { seq: 1, hash: chained.record.hash }]);
    ledger.close();
  });

  test('refuses data that is no JSON even under a hash that matches', async () => {
    const { line } = sealRecord({ seq: 0, at: STILL.now(), type: 'turn.ended', data: { a: 1 }, prev: FIRST_PREV });
    const bad = line.slice(0, -75).replace('{"a":1}', '{"a":1},"can_exit":{}');
    expect(name(await verifyLines([`${bad},"hash":"${hashBytes(bad)}"}`]))).toEqual(['garbage null 1']);
  });
});

const hasSha256sum = spawnSync('sh', ['-c', 'command -v sha256sum']).status === 0;

describe('by hand', () => {
  test.skipIf(!hasSha256sum)('the recipe of the docs gives the hash of every line (needs sha256sum)', () => {
    const docs = readFileSync(new URL('../../docs/how-to/read-a-ledger.md', import.meta.url), 'utf8');
    const recipe = /```sh\n(LC_ALL=C\n.+?)\n```/s.exec(docs)?.[1] ?? 'exit 9';
    const { stdout } = spawnSync('sh', ['-c', recipe.replaceAll('ledger.jsonl', '"$0"'), EARLIER], {
      encoding: 'utf8',
    });
    const hashes = readFileSync(EARLIER, 'utf8')
      .trim()
      .split('\n')
      .map((line) => headOf([line]).hash);
    expect(stdout.trim().split('\n')).toEqual(hashes.flatMap((hash) => [`said ${hash}`, `is   ${hash}`]));
  });
});
